import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { wholeHead } from "@/lib/domains/shadow-ai/ingest/input/decompress";
import type { ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { validationFailed } from "@/lib/platform/core/errors";

/** Metadata of a request body. */
interface Received {
  body: AsyncIterable<Uint8Array>;
  /** `application/x-ndjson` is the service's own format if no format is given. */
  mediaType: string;
  /** The `Content-Encoding`, if present. */
  encoding: string | null;
}

/**
 * Limits of one request, so that it ends within the request timeout and expensive small bodies are rejected early.
 * Larger logs are imported from the command line or the watched folder, or in several requests.
 */
const requestLimits = {
  totalBytes: 512 * 1024 * 1024,
  totalLines: 2_000_000,
  records: 2_000_000,
  badLines: 10_000,
  cpuMs: 30_000,
};

/** The first bytes of gzip (RFC 1952). */
const gzipMark = [0x1f, 0x8b];

/**
 * Reads a log as it arrives. Results and errors are those of `importLog`. Throws `validation_failed` if the body does
 * not match its declared content encoding.
 */
export function receiveObservations(
  ctx: Context,
  { format, mapping, ...query }: SendObservations,
  { body, mediaType, encoding }: Received,
): Promise<ImportReport> {
  const named = format ?? (mediaType.startsWith("application/x-ndjson") ? ("ndjson" as const) : undefined);
  return importLog(ctx, {
    ...query,
    ...(named && { format: named }),
    ...(mapping && { mapping }),
    via: ctx.actor.kind === "user" ? "DASHBOARD" : "API",
    inputs: [{ name: "body", bytes: encoding?.toLowerCase() === "gzip" ? gzipOnly(body) : body }],
    limits: requestLimits,
  });
}

async function* gzipOnly(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let isKnown = false;
  for await (const chunk of wholeHead(body, gzipMark.length)) {
    if (!isKnown && !gzipMark.every((byte, index) => chunk[index] === byte))
      throw validationFailed([{ path: "body", message: "is not gzip, although Content-Encoding is gzip" }]);
    isKnown = true;
    yield chunk;
  }
}
