import { isUtf8 } from "node:buffer";

const lf = 10;
const tab = 9;
const space = 32;
/** Longest message. The rest of a longer one is discarded. */
export const messageBytes = 64 * 1024;
/** A larger count is an error, because the connection would be occupied by a message that is mostly discarded. */
const countMax = 16 * 1024 * 1024;
/** An octet count and the space that follows it. */
const countBytes = 11;

export type OnMessage = (message: Buffer, isTruncated: boolean) => void;

/**
 * Splits the bytes of one connection into messages (RFC 6587). The first bytes determine the framing: octet counting if
 * they are a count followed by `<`, otherwise one message per line. Holds at most one message, in a buffer that grows by
 * doubling, so that many small chunks are not copied again and again.
 */
export class FrameSplitter {
  private isCounted: boolean | undefined;
  private buffer = Buffer.alloc(0);
  private held = 0;
  /** Held bytes that contain no line feed. */
  private searched = 0;
  /** Bytes of a counted message to discard. */
  private excess = 0;
  /** Whether the rest of a line is being discarded. */
  private isInExcess = false;

  /** `onMessage` must copy what it keeps of a message. */
  constructor(private readonly onMessage: OnMessage) {}

  /** Whether part of a message has been received. */
  get isIncomplete(): boolean {
    return this.held > 0 || this.excess > 0 || this.isInExcess;
  }

  /** Throws if an octet count is invalid: the following messages cannot be found. */
  push(chunk: Buffer): void {
    const bytes = this.held > 0 ? this.append(chunk) : chunk;
    this.isCounted ??= detectCount(bytes);
    let at = 0;
    if (this.isCounted === true) at = this.readCounted(bytes);
    else if (this.isCounted === false) at = this.readLines(bytes);
    if (bytes === chunk) {
      this.buffer = Buffer.from(bytes.subarray(at));
      this.held = this.buffer.length;
    } else {
      this.buffer.copyWithin(0, at, this.held);
      this.held -= at;
    }
    if (this.held === 0) this.buffer = Buffer.alloc(0);
    this.searched = this.isCounted === false ? this.held : 0;
  }

  /** Reads the last line or message, which the sender completed by ending the connection. */
  end(): void {
    const bytes = this.buffer.subarray(0, this.held);
    const rest = this.isCounted ? bytes.subarray(bytes.indexOf(" ") + 1) : bytes;
    const isWhole = !this.isInExcess && rest.length > 0;
    this.held = 0;
    this.excess = 0;
    this.isInExcess = false;
    if (isWhole) this.onMessage(rest, this.isCounted === true);
  }

  private append(chunk: Buffer): Buffer {
    const size = this.held + chunk.length;
    if (size > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.buffer.length));
      this.buffer.copy(larger, 0, 0, this.held);
      this.buffer = larger;
    }
    chunk.copy(this.buffer, this.held);
    this.held = size;
    return this.buffer.subarray(0, size);
  }

  private readCounted(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.excess, bytes.length - at);
      this.excess -= skipped;
      at += skipped;
      // Some senders end counted messages with a line feed.
      while (this.excess === 0 && bytes[at] === lf) at++;
      const start = bytes.toString("latin1", at, at + countBytes);
      const count = /^([1-9]\d*) /.exec(start);
      if (!count && start.length < countBytes && /^(?:[1-9]\d*)?$/.test(start)) return at;
      const size = Number(count?.[1]);
      if (!count || size > countMax) throw new Error("invalid octet count");
      const from = at + count[0].length;
      const kept = Math.min(size, messageBytes);
      if (bytes.length - from < kept) return at;
      this.onMessage(bytes.subarray(from, from + kept), size > kept);
      this.excess = size - kept;
      at = from + kept;
    }
  }

  private readLines(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const found = bytes.indexOf(lf, Math.max(at, this.searched));
      const end = found === -1 ? bytes.length : found;
      const isLong = end - at > messageBytes;
      if (found === -1 && !isLong && !this.isInExcess) return at;
      if (!this.isInExcess) this.onMessage(bytes.subarray(at, Math.min(end, at + messageBytes)), isLong);
      this.isInExcess = found === -1;
      if (found === -1) return bytes.length;
      at = found + 1;
    }
  }
}

/** Undefined if more bytes are needed. */
function detectCount(bytes: Buffer): boolean | undefined {
  const start = bytes.toString("latin1", 0, countBytes + 1);
  if (/^[1-9]\d{0,9}(?: ?$)/.test(start) && start.length <= countBytes) return undefined;
  return /^[1-9]\d* </.test(start);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const control = /[\0-\x08\x0a-\x1f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const controls = /[\0-\x08\x0a-\x1f]+/g;
/** The start of a JSON document of several lines. At the start of a segment, it would join all following lines. */
const documentStart = /^\s*(?:\{\s*$|\[\s*(?:[{\]]|$))/;

/**
 * The message as one line of UTF-8 with its line feed. Sequences of control characters become a space, and invalid bytes
 * are replaced, so that one message cannot make the log unreadable. Empty if the message is empty.
 */
export function toLine(message: Buffer): Buffer {
  let end = message.length;
  while (end > 0 && (message[end - 1] as number) <= space && message[end - 1] !== tab) end--;
  if (end === 0) return Buffer.alloc(0);
  const bytes = message.subarray(0, end);
  const latin = bytes.toString("latin1");
  // The priority that RFC 3164 gives to messages without one.
  const priority = documentStart.test(latin) ? "<13>" : "";
  if (priority === "" && isUtf8(bytes) && !control.test(latin)) return Buffer.concat([bytes, Buffer.of(lf)]);
  return Buffer.from(`${priority}${bytes.toString("utf8").replaceAll(controls, " ")}\n`);
}
