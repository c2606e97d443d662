import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { z } from "zod";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { decodeUtf8 } from "@/lib/platform/http/json";

/** The default maximum size of a body in bytes. */
export const defaultBodyLimit = 1024 * 1024;

/**
 * Reads a body of at most `limit` bytes as text. A declared length that is too large is rejected before reading.
 * Throws `payload_too_large`, `invalid_json` for bytes that are not UTF-8, and `bad_request` for an incomplete body.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  return decodeUtf8(await readBytes(request, limit));
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = declaredLength(request, limit);
  const bytes = await arrived<ArrayBuffer | Uint8Array>(
    declared === undefined ? readCounted(request, limit) : request.arrayBuffer(),
  );
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return new Uint8Array(bytes);
}

/** How much larger than its limit a body may be after decompression. */
export const inflationMax = 4;

const inflate = promisify(gunzip);

/** Reads a body of at most `limit` bytes and decompresses it if its `Content-Encoding` is gzip. Throws as {@link readBody} does. */
export async function readDecompressed(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = await readBytes(request, limit);
  if (request.headers.get("content-encoding")?.toLowerCase() !== "gzip") return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: inflationMax * limit });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(inflationMax * limit);
    throw validationFailed([{ path: "body", message: "is not valid gzip, although Content-Encoding is gzip" }]);
  }
}

/**
 * Streams a body of at most `limit` bytes. A declared length that is too large is rejected before reading; reading throws as
 * {@link readBody} does.
 */
export function streamBody(request: Request, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  declaredLength(request, limit);
  return pieces(request, limit);
}

async function* pieces(request: Request, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await arrived(reader.read());
      if (done) return;
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      yield value;
    }
  } finally {
    // Fails if the client has disconnected.
    void reader.cancel().catch(() => undefined);
  }
}

const bodiless = new WeakMap<z.ZodType, boolean>();

/** Whether all members are optional, so that the body can be omitted. */
export function acceptsNoBody(schema: z.ZodType): boolean {
  const known = bodiless.get(schema);
  if (known !== undefined) return known;
  const accepts = schema.safeParse({}).success;
  bodiless.set(schema, accepts);
  return accepts;
}

/** The declared length of a body, if any. Throws if it is too large. */
function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get("content-length");
  if (declared === null || !/^\d+$/.test(declared)) return undefined;
  if (Number(declared) > limit) throw tooLarge(limit);
  return Number(declared);
}

/**
 * The media type of a body, in lower case and without parameters. Throws 415 if the media type is not one of `accepted`
 * (an empty list accepts all types), or if the `Content-Encoding` is not one of `encodings`.
 */
export function requireMediaType(request: Request, accepted: string[], encodings: string[] = []): string {
  const header = request.headers.get("content-type") ?? "";
  const [type = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const utf8 = charset === undefined || charset.replaceAll('"', "") === "utf-8" || charset === "utf8";
  if (accepted.length > 0 && (!accepted.includes(type) || !utf8)) {
    throw new ServiceError("unsupported_media_type", `Send Content-Type: ${accepted.join(" or ")} (in UTF-8).`, {
      headers: { Accept: accepted.join(", ") },
    });
  }
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && !["identity", ...encodings].includes(encoding.toLowerCase())) {
    throw new ServiceError("unsupported_media_type", `Content-Encoding ${encoding} is not supported.`);
  }
  return type;
}

/** A client that disconnects is not a server error and must not be reported as one. */
async function arrived<Bytes>(reading: Promise<Bytes>): Promise<Bytes> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("bad_request", "The request body is incomplete.");
  }
}

async function readCounted(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pieces(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError("payload_too_large", `The body must not exceed ${limit} bytes.`);
}
