import { ServiceError } from "@/lib/errors";
import { decodeUtf8 } from "@/lib/http/json";

/** Bytes that a body may have where a route says nothing else. */
export const defaultBodyLimit = 1024 * 1024;

/**
 * Reads a body as text, at most `limit` bytes of it. A declared length that is too large is refused unread (the server
 * holds a body to the length it declares); a body without one is counted while it arrives and cut off at the limit.
 * Throws `payload_too_large`, `invalid_json` for bytes that are not UTF-8, and `bad_request` for a body that breaks off.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  const declared = request.headers.get("content-length");
  const isDeclared = declared !== null && /^\d+$/.test(declared);
  if (isDeclared && Number(declared) > limit) throw tooLarge(limit);
  const bytes = await arrived<ArrayBuffer | Uint8Array>(
    isDeclared ? request.arrayBuffer() : readCounted(request, limit),
  );
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return decodeUtf8(bytes);
}

/** The media type of a body, lower case and without parameters; throws 415 unless it is one of `accepted`. */
export function requireMediaType(request: Request, accepted: string[]): string {
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
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new ServiceError("unsupported_media_type", `Content-Encoding ${encoding} is not accepted here.`);
  }
  return type;
}

/** A caller that goes away is no fault of the server's, and must not look like one. */
async function arrived<Bytes>(reading: Promise<Bytes>): Promise<Bytes> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("bad_request", "The body broke off before its end.");
  }
}

async function readCounted(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError("payload_too_large", `The body may have at most ${limit} bytes.`);
}
