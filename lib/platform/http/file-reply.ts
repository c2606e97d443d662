import { ServiceError } from "@/lib/platform/core/errors";
import { Reply } from "@/lib/platform/http/reply";

export interface GivenFile {
  size: number;
  type: string;
  /** In ASCII, without quotation marks. */
  name: string;
  sha256: Buffer;
  /** Opens the file or a part of it. Called once, and only for a GET. */
  open(range: ByteRange | undefined): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Replies to a GET or HEAD with a file as an attachment, or with the part that `Range` and `If-Range` request (RFC 9110,
 * 13.1.5 and 14). Intermediaries must not cache or re-encode it. Throws `range_not_satisfiable`.
 */
export async function fileReply(request: Request, file: GivenFile): Promise<Reply> {
  const etag = `"sha256:${file.sha256.toString("hex")}"`;
  const range = requestedRange(request, file.size, etag);
  if (range === "unsatisfiable") {
    throw new ServiceError("range_not_satisfiable", `The range is outside the file, which has ${file.size} bytes.`, {
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
      // The digest of the whole file, even for a partial response (RFC 9530).
      "Repr-Digest": `sha-256=:${file.sha256.toString("base64")}:`,
      "Cache-Control": "private, no-store, no-transform",
    },
  });
}

/** If the condition does not match, the whole file is sent. Dates never match because no Last-Modified is sent. */
function requestedRange(request: Request, size: number, etag: string): ReturnType<typeof readRange> {
  if (request.method !== "GET") return "whole";
  const condition = request.headers.get("if-range");
  if (condition !== null && condition.trim() !== etag) return "whole";
  return readRange(request.headers.get("range"), size);
}

/** The positions of the first and the last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses the `Range` header of a GET for a file of `size` bytes (RFC 9110, 14.1.2). Multiple ranges, other units and
 * malformed headers select the whole file.
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

/** The last `length` bytes, or all if the file is shorter. */
function suffix(length: number, size: number): ByteRange | "whole" | "unsatisfiable" {
  if (length === 0) return "unsatisfiable";
  return size === 0 ? "whole" : { start: Math.max(0, size - length), end: size - 1 };
}

/** Whether a range ends before it starts. BigInt, because positions may exceed safe integers. */
function isBefore(last: string, first: string): boolean {
  return last !== "" && BigInt(last) < BigInt(first);
}
