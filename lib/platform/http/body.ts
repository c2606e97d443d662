import type { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { decodeUtf8 } from "@/lib/platform/http/json";

/** Bytes that a body may have where a route says nothing else. */
export const defaultBodyLimit = 1024 * 1024;

/**
 * Reads a body as text, at most `limit` bytes of it. A declared length that is too large is refused unread (the server
 * holds a body to the length it declares); a body without one is counted while it arrives and cut off at the limit.
 * Throws `payload_too_large`, `invalid_json` for bytes that are not UTF-8, and `bad_request` for a body that breaks off.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  const declared = declaredLength(request, limit);
  const bytes = await arrived<ArrayBuffer | Uint8Array>(
    declared === undefined ? readCounted(request, limit) : request.arrayBuffer(),
  );
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return decodeUtf8(bytes);
}

/**
 * A body as it arrives, in pieces of whatever size, at most `limit` bytes of it. A declared length that is too large is
 * refused at once; for the rest, reading throws as {@link readBody} does. A reader that stops early ends the body.
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
    void passOver(reader);
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/** Bytes of a body that nobody wants any more, which are read so that its connection can be used again. */
const passedOverMax = 1024 * 1024;

/** Reads what is left of a body, and where that is much gives the body up, and its connection with it. */
async function passOver(reader: BodyReader): Promise<void> {
  try {
    let left = passedOverMax;
    while (left >= 0) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The caller is gone.
  }
}

const bodiless = new WeakMap<z.ZodType, boolean>();

/** Whether every member of a body is optional, so that a request needs none. */
export function acceptsNoBody(schema: z.ZodType): boolean {
  const known = bodiless.get(schema);
  if (known !== undefined) return known;
  const accepts = schema.safeParse({}).success;
  bodiless.set(schema, accepts);
  return accepts;
}

/** The length that a body says it has, where it says one; throws where that is too large. */
function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get("content-length");
  if (declared === null || !/^\d+$/.test(declared)) return undefined;
  if (Number(declared) > limit) throw tooLarge(limit);
  return Number(declared);
}

/**
 * The media type of a body, lower case and without parameters; throws 415 unless it is one of `accepted`, and for a
 * `Content-Encoding` that is none of `encodings`.
 */
export function requireMediaType(request: Request, accepted: string[], encodings: string[] = []): string {
  const header = request.headers.get("content-type") ?? "";
  const [type = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const utf8 = charset === undefined || charset.replaceAll('"', "") === "utf-8" || charset === "utf8";
  if (!accepted.includes(type) || !utf8) {
    throw new ServiceError("unsupported_media_type", `Send Content-Type: ${accepted.join(" or ")} (in UTF-8).`, {
      headers: { Accept: accepted.join(", ") },
    });
  }
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && !["identity", ...encodings].includes(encoding.toLowerCase())) {
    throw new ServiceError("unsupported_media_type", `Content-Encoding ${encoding} is not accepted here.`);
  }
  return type;
}

/** A client that disconnects is not a server error and must not be reported as one. */
async function arrived<Bytes>(reading: Promise<Bytes>): Promise<Bytes> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("bad_request", "The body broke off before its end.");
  }
}

async function readCounted(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pieces(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError("payload_too_large", `The body may have at most ${limit} bytes.`);
}
