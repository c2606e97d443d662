import { isUtf8 } from "node:buffer";

const lf = 10;
/** Longest message. The rest of a longer one is discarded. */
export const messageBytes = 64 * 1024;
/** A larger count is an error, because the connection would be occupied by a message that is mostly discarded. */
const countMax = 16 * 1024 * 1024;
/** An octet count and the space that follows it. */
const countBytes = 11;

export type OnMessage = (message: Buffer, isTruncated: boolean) => void;

/**
 * Splits the bytes of one connection into messages (RFC 6587). The first bytes determine the framing: octet counting if
 * they are a count followed by `<`, otherwise one message per line. Holds at most one message.
 */
export class FrameSplitter {
  private isCounted: boolean | undefined;
  private held = Buffer.alloc(0);
  /** Bytes of a counted message to discard. */
  private excess = 0;
  /** Whether the rest of a line is being discarded. */
  private isInExcess = false;

  constructor(private readonly onMessage: OnMessage) {}

  /** Throws if an octet count is invalid: the following messages cannot be found. */
  push(chunk: Buffer): void {
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = Buffer.alloc(0);
    this.isCounted ??= detectCount(bytes);
    let at = 0;
    if (this.isCounted === true) at = this.readCounted(bytes);
    else if (this.isCounted === false) at = this.readLines(bytes);
    // A copy, because a part would keep the whole chunk in memory.
    this.held = Buffer.from(bytes.subarray(at));
  }

  /** Reads the rest at the end of the connection. */
  end(): void {
    const rest = this.isCounted ? this.held.subarray(this.held.indexOf(" ") + 1) : this.held;
    this.held = Buffer.alloc(0);
    if (rest.length > 0 && !this.isInExcess) this.onMessage(rest, this.isCounted === true);
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
      const found = bytes.indexOf(lf, at);
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

/**
 * The message as one line of UTF-8 with its line feed. Control characters become spaces, and invalid bytes are replaced, so
 * that one message cannot make the log unreadable. Empty if the message is empty.
 */
export function toLine(message: Buffer): Buffer {
  let end = message.length;
  while (end > 0 && (message[end - 1] as number) <= 0x20) end--;
  if (end === 0) return Buffer.alloc(0);
  const text = message.subarray(0, end);
  if (isUtf8(text) && !control.test(text.toString("latin1"))) return Buffer.concat([text, Buffer.of(lf)]);
  return Buffer.from(`${text.toString("utf8").replaceAll(controls, " ")}\n`);
}
