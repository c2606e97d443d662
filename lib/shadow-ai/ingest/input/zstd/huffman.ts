import { BackwardBits, markOf } from "@/lib/shadow-ai/ingest/input/zstd/bits";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import { readFseTable } from "@/lib/shadow-ai/ingest/input/zstd/fse";

/** A decoding table of a Huffman code (RFC 8878, 4.2). */
export interface HuffmanTable {
  /** Bits of the longest code. */
  log: number;
  /** For the next `log` bits `symbol << 4 | bits`. */
  codes: Uint16Array;
}

const longestCode = 11;
const weightLimits = { log: 6, symbol: longestCode };
/** The weight of the last symbol follows from the others. */
const weightsMax = 255;

/** Reads the description of a code (4.2.1). Throws InputError. */
export function readHuffmanTable(view: DataView, start: number, end: number): { table: HuffmanTable; next: number } {
  if (start >= end) throw broken("a Huffman table is missing");
  const header = view.getUint8(start);
  const plainCount = header - 127;
  const next = start + 1 + (plainCount > 0 ? (plainCount + 1) >> 1 : header);
  if (next > end) throw broken("a Huffman table goes on behind its block");
  const weights = plainCount > 0 ? plainWeights(view, start + 1, plainCount) : compressedWeights(view, start + 1, next);
  return { table: buildHuffmanTable(weights), next };
}

/** Decodes the stream in bytes [start, end) into bytes [from, to) of `out`. Throws InputError unless it fits exactly. */
export function decodeHuffman(
  view: DataView,
  start: number,
  end: number,
  { log, codes }: HuffmanTable,
  out: Uint8Array,
  from: number,
  to: number,
): void {
  const startBit = start * 8;
  const mask = (1 << log) - 1;
  let bit = markOf(view, start, end);
  let at = from;
  // Two codes of at most 11 bits and the odd bits of a byte fit into one load.
  while (at + 1 < to && bit - 2 * log >= startBit) {
    const position = bit - 2 * log;
    const bits = view.getUint32(position >> 3, true) >>> (position & 7);
    const first = codes[(bits >>> log) & mask] as number;
    const second = codes[(bits >>> (log - (first & 15))) & mask] as number;
    out[at] = first >> 4;
    out[at + 1] = second >> 4;
    at += 2;
    bit -= (first & 15) + (second & 15);
  }
  for (; at < to; at += 1) {
    // Before the beginning stand zeros, as many as the longest code may ask for.
    const position = Math.max(bit - log, startBit);
    const bits = view.getUint32(position >> 3, true) >>> (position & 7);
    const code = codes[(bits << (log - Math.min(bit - position, log))) & mask] as number;
    out[at] = code >> 4;
    bit -= code & 15;
    if (bit < startBit) throw broken("a stream of literals ends early");
  }
  if (bit !== startBit) throw broken("a stream of literals has bits left over");
}

function plainWeights(view: DataView, start: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const pair = view.getUint8(start + (index >> 1));
    return index % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

/** Weights of two states that take turns until the bits are used up (4.2.1.2). */
function compressedWeights(view: DataView, start: number, end: number): number[] {
  const { table, next } = readFseTable(view, start, end, weightLimits);
  const bits = new BackwardBits(view, next, end);
  const { states } = table;
  const weights: number[] = [];
  let current = bits.read(table.log);
  let other = bits.read(table.log);
  // A table may hold states that take no bits: the number of weights ends the loop too.
  while (weights.length < weightsMax) {
    const state = states[current] as number;
    weights.push(state & 0xff);
    const width = (state >> 8) & 0xff;
    if (width > bits.left) {
      weights.push((states[other] as number) & 0xff);
      if (weights.length <= weightsMax) return weights;
      break;
    }
    current = other;
    other = (state >> 16) + bits.read(width);
  }
  throw broken("a Huffman table has too many symbols");
}

/** A code of weight w has `log + 1 - w` bits; codes are given out by weight, then by symbol, the longest first. */
function buildHuffmanTable(weights: number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + ((1 << weight) >> 1), 0);
  const log = 32 - Math.clz32(sum);
  if (sum === 0 || log > longestCode) throw broken("a Huffman table has no valid size");
  const rest = (1 << log) - sum;
  const lastWeight = 32 - Math.clz32(rest);
  if (rest !== (1 << lastWeight) >> 1) throw broken("a Huffman table is not complete");
  const all = [...weights, lastWeight];
  const codes = new Uint16Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight += 1)
    all.forEach((each, symbol) => {
      if (each !== weight) return;
      const next = at + ((1 << weight) >> 1);
      codes.fill((symbol << 4) | (log + 1 - weight), at, next);
      at = next;
    });
  return { log, codes };
}
