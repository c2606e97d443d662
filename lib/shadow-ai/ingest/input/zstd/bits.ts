import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";

/** Bytes that every buffer of compressed data has behind its end: bits are loaded four bytes at a time. */
export const loadPadding = 4;

/** Reads bits from the first to the last, least significant first: how tables are described. */
export class ForwardBits {
  private bit: number;

  constructor(
    private readonly view: DataView,
    start: number,
    private readonly end: number,
  ) {
    this.bit = start * 8;
  }

  /** At most 25 bits. Throws InputError behind the end. */
  read(count: number): number {
    const value = (this.view.getUint32(this.checked() >> 3, true) >>> (this.bit & 7)) & ((1 << count) - 1);
    this.bit += count;
    return value;
  }

  unread(count: number): void {
    this.bit -= count;
  }

  /** The first byte that was not touched. Throws InputError behind the end. */
  nextByte(): number {
    const next = (this.bit + 7) >> 3;
    if (next > this.end) throw broken("a table goes on behind its block");
    return next;
  }

  private checked(): number {
    if (this.bit >= this.end * 8) throw broken("a table goes on behind its block");
    return this.bit;
  }
}

/** Reads bits from the last to the first, below the mark in the last byte: how streams of symbols are written. */
export class BackwardBits {
  private bit: number;
  private readonly startBit: number;

  constructor(
    private readonly view: DataView,
    start: number,
    end: number,
  ) {
    this.startBit = start * 8;
    this.bit = markOf(view, start, end);
  }

  /** At most 25 bits. Throws InputError before the beginning. */
  read(count: number): number {
    this.bit -= count;
    if (this.bit < this.startBit) throw broken("a stream of bits ends early");
    return (this.view.getUint32(this.bit >> 3, true) >>> (this.bit & 7)) & ((1 << count) - 1);
  }

  /** Bits that were not read. */
  get left(): number {
    return this.bit - this.startBit;
  }
}

/** The position of the mark, the highest bit that is set in the last byte of [start, end). Throws InputError without one. */
export function markOf(view: DataView, start: number, end: number): number {
  const last = end > start ? view.getUint8(end - 1) : 0;
  if (last === 0) throw broken("a stream of bits has no end");
  return (end - 1) * 8 + 31 - Math.clz32(last);
}
