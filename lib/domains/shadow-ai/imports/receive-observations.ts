import { Readable } from "node:stream";
import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { type LogToStore, storeLog } from "@/lib/domains/shadow-ai/imports/stored-logs";
import { wholeHead } from "@/lib/domains/shadow-ai/ingest/input/decompress";
import type { ImportReport, SendObservations } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { validationFailed } from "@/lib/platform/core/errors";

/** Metadata of a request body. */
interface Received {
  body: AsyncIterable<Uint8Array>;
  /** `application/x-ndjson` is the service's own format if no format or mapping is given. */
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
 * Imports a log, or stores a large one and requests its import. An interrupted body leaves nothing behind. Results and
 * errors are those of `importReceived` and `storeLog`.
 */
export async function receiveObservations(
  ctx: Context,
  query: SendObservations,
  { body, ...declared }: Received,
): Promise<ImportReport> {
  const { whole, bytes, rest } = await readHead(body);
  const received = toRequest(ctx, query, { ...declared, body: bytes });
  if (whole) return importWhole(ctx, received);
  // An unread body would keep its connection open.
  return storeLog(ctx, received).finally(() => rest.return?.());
}

/**
 * Imports a log of any size as it arrives, for protocols whose response contains the result. Results and errors are those
 * of `importLog`. Throws `validation_failed` if the body does not match its declared content encoding.
 */
export function importReceived(ctx: Context, query: SendObservations, received: Received): Promise<ImportReport> {
  return importWhole(ctx, toRequest(ctx, query, received));
}

function importWhole(ctx: Context, { source, via, options, bytes }: LogToStore): Promise<ImportReport> {
  const { isGzip, ...reading } = options;
  const inputs = [{ name: "body", bytes: decoded(bytes, isGzip) }];
  return importLog(ctx, { ...reading, source, via, inputs, limits: requestLimits });
}

function toRequest(
  ctx: Context,
  { format, mapping, source, timeZone, backfill }: SendObservations,
  { body, mediaType, encoding }: Received,
): LogToStore {
  const isOwn = !mapping && mediaType.startsWith("application/x-ndjson");
  const named = format ?? (isOwn ? ("ndjson" as const) : undefined);
  const options = {
    ...(named && { format: named }),
    ...(mapping && { mapping }),
    ...(timeZone && { timeZone }),
    ...{ backfill, isGzip: encoding?.toLowerCase() === "gzip" },
  };
  return { source, via: ctx.actor.kind === "user" ? "DASHBOARD" : "API", options, bytes: body };
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
