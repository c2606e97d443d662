import { ServiceError } from "@/lib/platform/core/errors";
import { Reply } from "@/lib/platform/http/reply";

export interface GivenFile {
  size: number;
  type: string;
  /** In ASCII, without quotation marks. */
  name: string;
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
      "Content-Length": String(part ? part.end - part.start + 1 : file.size),
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

/** A part of a file by the positions of its first and its last byte, both of which belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What the `Range` header of a GET asks of a file of `size` bytes (RFC 9110, 14.1.2): one part of it, the whole, or a part
 * that it does not have. Several parts at once, other units and what is no range at all ask for the whole.
 */
export function readRange(header: string | null, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") return suffix(Number(last), size);
  const start = Number(first);
  const end = last === "" ? Number.POSITIVE_INFINITY : Number(last);
  if (isBefore(last, first)) return "whole";
  return start < size ? { start, end: Math.min(end, size - 1) } : "unsatisfiable";
}

/** The last `length` bytes; all of them where there are fewer. */
function suffix(length: number, size: number): ByteRange | "whole" | "unsatisfiable" {
  if (length === 0) return "unsatisfiable";
  return size === 0 ? "whole" : { start: Math.max(0, size - length), end: size - 1 };
}

/** Whether a range ends before it begins; its positions may be greater than any number is exact. */
function isBefore(last: string, first: string): boolean {
  return last !== "" && BigInt(last) < BigInt(first);
}
