import { ForwardBits } from "@/lib/shadow-ai/ingest/input/zstd/bits";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";

/** A decoding table of finite state entropy (RFC 8878, 4.1). */
export interface FseTable {
  /** Bits of a state; the table has `2 ** log` of them. */
  log: number;
  /** For each state `base << 16 | bits << 8 | symbol`: the next state is `base` plus that many bits. */
  states: Int32Array;
}

/** What a table may be at most. */
export interface FseLimits {
  log: number;
  /** The largest symbol. */
  symbol: number;
}

/** Reads the description of a table (4.1.1). Throws InputError. */
export function readFseTable(
  view: DataView,
  start: number,
  end: number,
  limits: FseLimits,
): { table: FseTable; next: number } {
  const bits = new ForwardBits(view, start, end);
  const log = bits.read(4) + 5;
  if (log > limits.log) throw broken("a table is too large");
  const counts: number[] = [];
  let left = 1 << log;
  while (left > 0) {
    if (counts.length > limits.symbol) throw broken("a table has too many symbols");
    const count = readCount(bits, left);
    counts.push(count);
    left -= Math.abs(count);
    if (count === 0) readZeros(bits, counts, limits.symbol);
  }
  return { table: buildFseTable(counts, log), next: bits.nextByte() };
}

/** The table of symbols that have these shares of `2 ** log` states; -1 is less than one share. */
export function buildFseTable(counts: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = spread(counts, size);
  const seen = counts.map(Math.abs);
  const states = new Int32Array(size);
  for (let state = 0; state < size; state += 1) {
    const symbol = symbols[state] as number;
    const next = seen[symbol] as number;
    seen[symbol] = next + 1;
    const bits = log - (31 - Math.clz32(next));
    states[state] = (((next << bits) - size) << 16) | (bits << 8) | symbol;
  }
  return { log, states };
}

/** The table of one symbol, which takes no bits. */
export function constantFseTable(symbol: number): FseTable {
  return { log: 0, states: Int32Array.of(symbol) };
}

/** A share from 0 to `left`, or -1. Small values take one bit less than large ones. */
function readCount(bits: ForwardBits, left: number): number {
  const width = 32 - Math.clz32(left + 1);
  const value = bits.read(width);
  const low = value & ((1 << (width - 1)) - 1);
  const short = (1 << width) - 1 - (left + 1);
  if (low < short) {
    bits.unread(1);
    return low - 1;
  }
  return (value >= 1 << (width - 1) ? value - short : value) - 1;
}

/** Behind a share of zero stands how many more follow, two bits at a time. */
function readZeros(bits: ForwardBits, counts: number[], largestSymbol: number): void {
  for (;;) {
    const repeats = bits.read(2);
    for (let index = 0; index < repeats; index += 1) counts.push(0);
    if (repeats < 3) return;
    if (counts.length > largestSymbol) throw broken("a table has too many symbols");
  }
}

/** Which symbol each state stands for: the rare ones at the end, the others scattered over the rest. */
function spread(counts: readonly number[], size: number): Uint8Array {
  const symbols = new Uint8Array(size);
  let free = size;
  counts.forEach((count, symbol) => {
    if (count === -1) {
      free -= 1;
      symbols[free] = symbol;
    }
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let state = 0;
  counts.forEach((count, symbol) => {
    for (let index = 0; index < count; index += 1) {
      symbols[state] = symbol;
      do state = (state + step) & (size - 1);
      while (state >= free);
    }
  });
  return symbols;
}
