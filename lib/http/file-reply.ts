import { ServiceError } from "@/lib/errors";
import { type ByteRange, readRange } from "@/lib/http/byte-range";
import { Reply } from "@/lib/http/reply";

/**
 * The header in which a length travels to the front door, which sends it as `Content-Length`: Next drops the real one from
 * a route's answer.
 */
export const lengthHeader = "x-gas-content-length";

/** A file as it is given out. */
export interface GivenFile {
  /** In bytes. */
  size: number;
  /** Media type. */
  type: string;
  /** In ASCII, without quotation marks. */
  name: string;
  /** The file's SHA-256. */
  sha256: Buffer;
  /** The bytes of the file, or of a part of it. Called for what is really sent: for a GET, and once. */
  open(range: ByteRange | undefined): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Answers a GET or HEAD with a file to be saved, or with the part of it that `Range` and `If-Range` ask for (RFC 9110, 13.1.5
 * and 14). Nothing on the way may keep it or encode it anew: the bytes are those of the hash. Throws `range_not_satisfiable`.
 */
export async function fileReply(request: Request, file: GivenFile): Promise<Reply> {
  const etag = `"sha256:${file.sha256.toString("hex")}"`;
  const range = requestedRange(request, file.size, etag);
  if (range === "unsatisfiable") {
    throw new ServiceError("range_not_satisfiable", `The file has ${file.size} bytes.`, {
      headers: { "Content-Range": `bytes */${file.size}` },
    });
  }
  const part = range === "whole" ? undefined : range;
  const body = request.method === "HEAD" ? null : await file.open(part);
  return Reply.stream(body, file.type, {
    status: part ? 206 : 200,
    headers: {
      [lengthHeader]: String(part ? part.end - part.start + 1 : file.size),
      ...(part && { "Content-Range": `bytes ${part.start}-${part.end}/${file.size}` }),
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Accept-Ranges": "bytes",
      ETag: etag,
      // Of the whole file, also where a part of it is sent (RFC 9530).
      "Repr-Digest": `sha-256=:${file.sha256.toString("base64")}:`,
      "Cache-Control": "private, no-store, no-transform",
    },
  });
}

/** A condition that does not hold asks for the whole file, which is another one by now; a date is none that we give out. */
function requestedRange(request: Request, size: number, etag: string): ReturnType<typeof readRange> {
  if (request.method !== "GET") return "whole";
  const condition = request.headers.get("if-range");
  if (condition !== null && condition.trim() !== etag) return "whole";
  return readRange(request.headers.get("range"), size);
}
