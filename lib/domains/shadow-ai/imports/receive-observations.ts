import { Readable } from "node:stream";
import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { storeLog } from "@/lib/domains/shadow-ai/imports/stored-logs";
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

/** Larger logs, as received, are stored and imported in the background. */
const atOnceMax = 4 * 1024 * 1024;

/**
 * Limits of one request, so that it ends within the request timeout and expensive small bodies are rejected early.
 * Larger logs are imported from the command line or the watched folder, or in several requests.
 */
export const requestLimits = {
  totalBytes: 512 * 1024 * 1024,
  totalLines: 2_000_000,
  records: 2_000_000,
  badLines: 10_000,
  cpuMs: 30_000,
};

/**
 * Imports a log, or stores a large one and requests its import. A body that breaks off leaves nothing behind. Results and
 * errors are those of `importLog` and `storeLog`. Throws `validation_failed` if the body of a small log does not match its
 * declared content encoding.
 */
export async function receiveObservations(
  ctx: Context,
  { format, mapping, source, timeZone, backfill }: SendObservations,
  { body, mediaType, encoding }: Received,
): Promise<ImportReport> {
  const named = format ?? (mediaType.startsWith("application/x-ndjson") ? ("ndjson" as const) : undefined);
  const isGzip = encoding?.toLowerCase() === "gzip";
  const options = {
    ...(named && { format: named }),
    ...(mapping && { mapping }),
    ...(timeZone && { timeZone }),
    backfill,
  };
  const via = ctx.actor.kind === "user" ? "DASHBOARD" : "API";
  const { whole, bytes, rest } = await readHead(body);
  if (!whole) {
    const request = { source, via, options: { ...options, isGzip }, bytes } as const;
    // A body that is not read would hold its connection.
    return storeLog(ctx, request).finally(() => rest.return?.());
  }
  const inputs = [{ name: "body", bytes: decoded(bytes, isGzip) }];
  return importLog(ctx, { ...options, source, via, inputs, limits: requestLimits });
}

/** Reads a body until its end or until it counts as large. Returns all of its bytes. */
async function readHead(body: AsyncIterable<Uint8Array>) {
  const head: Uint8Array[] = [];
  const chunks = body[Symbol.asyncIterator]();
  for (let size = 0; size <= atOnceMax; ) {
    const next = await chunks.next();
    if (next.done) return { whole: true, bytes: Readable.from(head), rest: chunks };
    head.push(next.value);
    size += next.value.length;
  }
  async function* bytes() {
    yield* head.splice(0);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { whole: false, bytes: bytes(), rest: chunks };
}

/** The first bytes of gzip (RFC 1952). */
const gzipMark = [0x1f, 0x8b];

/** The bytes of a body. Throws `validation_failed` if its content encoding is gzip and it is not gzip. */
export async function* decoded(
  body: AsyncIterable<Uint8Array>,
  isGzip: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isKnown = !isGzip;
  for await (const chunk of wholeHead(body, gzipMark.length)) {
    if (!isKnown && !gzipMark.every((byte, index) => chunk[index] === byte))
      throw validationFailed([{ path: "body", message: "is not gzip, although Content-Encoding is gzip" }]);
    isKnown = true;
    yield chunk;
  }
}
