import { isAscii, isUtf8 } from "node:buffer";
import type { BadLine, Lines } from "@/lib/domains/shadow-ai/ingest/input/log-input";

const lf = 10;
const cr = 13;
/** A batch is returned when it has this many lines or bytes. */
const batchLines = 1_000;
const batchBytes = 1024 * 1024;

/** `mixed`: some line is not text, so each line is checked. */
type Encoding = "latin1" | "utf8" | "mixed";

/**
 * Splits bytes into lines, independent of the chunk boundaries. Holds one batch and the beginning of one line, up to
 * the maximum line length.
 */
export class LineSplitter {
  private lines: string[] = [];
  private bad: BadLine[] = [];
  private firstLine = 1;
  private batchedBytes = 0;
  private bytesRead = 0;
  /** The beginning of an unfinished line, in one growing buffer: a list of pieces could be a list of single bytes. */
  private carry = Buffer.alloc(4096);
  private carried = 0;

  constructor(private readonly lineBytes: number) {}

  *push(chunk: Uint8Array): Generator<Lines, void, undefined> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    if (this.carried > 0) {
      const end = bytes.indexOf(lf);
      this.hold(end === -1 ? bytes : bytes.subarray(0, end));
      if (end === -1) return;
      yield* this.addCarried(1);
      start = end + 1;
    }
    const linesEnd = bytes.lastIndexOf(lf) + 1;
    const encoding = linesEnd > start ? encodingOf(bytes.subarray(start, linesEnd)) : "latin1";
    while (start < linesEnd) {
      const end = bytes.indexOf(lf, start);
      const line = this.read(bytes, start, end, encoding);
      if (typeof line === "string" && this.bad.length > 0) yield this.take();
      if (this.add(line, end + 1 - start)) yield this.take();
      start = end + 1;
    }
    if (start < bytes.length) this.hold(bytes.subarray(start));
  }

  /** The complete lines before a break; an unterminated last line may be incomplete and is dropped. */
  *whole(): Generator<Lines, void, undefined> {
    if (this.lines.length > 0 || this.bad.length > 0) yield this.take();
  }

  /** The rest at the end of the input, where the last line may be unterminated. */
  *end(): Generator<Lines, void, undefined> {
    if (this.carried > 0) yield* this.addCarried(0);
    yield* this.whole();
  }

  private *addCarried(endBytes: number): Generator<Lines, void, undefined> {
    const held = this.carry.subarray(0, Math.min(this.carried, this.carry.length));
    // Longer than the buffer: the end was not kept, and the line is too long regardless of its last byte.
    const line = this.carried > held.length ? this.tooLong() : this.read(held, 0, held.length, encodingOf(held));
    const bytes = this.carried + endBytes;
    this.carried = 0;
    if (typeof line === "string" && this.bad.length > 0) yield this.take();
    if (this.add(line, bytes)) yield this.take();
  }

  /** The text of the line in bytes [start, end), or its problem. */
  private read(bytes: Buffer, start: number, end: number, encoding: Encoding): string | { problem: string } {
    const textEnd = end > start && bytes[end - 1] === cr ? end - 1 : end;
    if (textEnd - start > this.lineBytes) return this.tooLong();
    if (encoding !== "mixed") return bytes.toString(encoding, start, textEnd);
    const line = bytes.subarray(start, textEnd);
    if (line.includes(0)) return { problem: "The line contains a NUL byte, so it is not text." };
    if (!isUtf8(line)) return { problem: "The line is not valid UTF-8." };
    return line.toString("utf8");
  }

  private tooLong(): { problem: string } {
    return { problem: `The line is longer than ${this.lineBytes.toLocaleString("en")} bytes.` };
  }

  /** Adds a line of the given size to the batch. Returns whether the batch is full. */
  private add(line: string | { problem: string }, bytes: number): boolean {
    this.bytesRead += bytes;
    this.batchedBytes += bytes;
    if (typeof line === "string") this.lines.push(line);
    else this.bad.push({ line: this.firstLine + this.lines.length + this.bad.length, message: line.problem });
    return this.lines.length + this.bad.length >= batchLines || this.batchedBytes >= batchBytes;
  }

  private take(): Lines {
    const { lines, bad, firstLine, bytesRead } = this;
    this.lines = [];
    this.bad = [];
    this.firstLine += lines.length + bad.length;
    this.batchedBytes = 0;
    return { lines, firstLine, bad, bytesRead };
  }

  /** Keeps the longest allowed text of the line and the `\r` of its end; the rest is only counted. */
  private hold(bytes: Buffer): void {
    const kept = Math.min(this.carried + bytes.length, this.lineBytes + 1);
    if (kept > this.carry.length) {
      const larger = Buffer.alloc(Math.min(Math.max(kept, 2 * this.carry.length), this.lineBytes + 1));
      this.carry.copy(larger);
      this.carry = larger;
    }
    if (this.carried < kept) bytes.copy(this.carry, this.carried);
    this.carried += bytes.length;
  }
}

/**
 * How complete lines are decoded. No other UTF-8 character contains the byte of a line feed, so a block is split into
 * lines.
 */
function encodingOf(lines: Buffer): Encoding {
  if (lines.includes(0)) return "mixed";
  if (isAscii(lines)) return "latin1";
  return isUtf8(lines) ? "utf8" : "mixed";
}
