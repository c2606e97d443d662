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
