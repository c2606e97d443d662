import { BackwardBits } from "@/lib/shadow-ai/ingest/input/zstd/bits";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import type { SequenceTables } from "@/lib/shadow-ai/ingest/input/zstd/sequence-tables";

/** Bits that are added to the length of each code; the lengths follow on each other (RFC 8878, 3.1.1.3.2.1.1). */
const literalLengths = lengthCodes(0, [
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
]);
const matchLengths = lengthCodes(3, [
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
]);

/** Offsets of a larger code reach further back than any window that is accepted, and need more bits than one load has. */
const largestOffsetCode = 24;

/** From this length on the runtime copies faster than a loop. */
const longCopy = 48;

/** The last three offsets, which a sequence may name by number. */
export type RecentOffsets = [number, number, number];

/** What a block's sequences work on. */
export interface SequenceInput {
  /** The stream of bits is bytes [start, end). */
  view: DataView;
  start: number;
  end: number;
  tables: SequenceTables;
  /** How many sequences there are, at least 1. */
  count: number;
  recent: RecentOffsets;
  literals: Uint8Array;
  literalCount: number;
}

/**
 * Carries the sequences out: each copies some literals to `out` and then bytes that stand further back there. Writes from
 * `from` on, never at or behind `limit`, and returns where it ended. Changes `recent`. Throws InputError.
 */
export function executeSequences(input: SequenceInput, out: Uint8Array, from: number, limit: number): number {
  const { view, tables, recent, literals, literalCount } = input;
  const bits = new BackwardBits(view, input.start, input.end);
  const { log: literalLog, states: literalStates } = tables.literalLengths;
  const { log: offsetLog, states: offsetStates } = tables.offsets;
  const { log: matchLog, states: matchStates } = tables.matchLengths;
  let literalState = literalStates[bits.read(literalLog)] as number;
  let offsetState = offsetStates[bits.read(offsetLog)] as number;
  let matchState = matchStates[bits.read(matchLog)] as number;
  let [offset1, offset2, offset3] = recent;
  let literalAt = 0;
  let at = from;

  for (let left = input.count; left > 0; left -= 1) {
    const offsetCode = offsetState & 0xff;
    if (offsetCode > largestOffsetCode) throw broken("an offset is too large");
    const value = (1 << offsetCode) + bits.read(offsetCode);
    const matchCode = matchLengths[matchState & 0xff] as number;
    const matchLength = (matchCode >> 8) + bits.read(matchCode & 0xff);
    const literalCode = literalLengths[literalState & 0xff] as number;
    const literalLength = (literalCode >> 8) + bits.read(literalCode & 0xff);

    // 1 to 3 name a recent offset; without literals the last one would only go on with the match before, so that they
    // name the two others and the last less one (3.1.1.5).
    const named = value > 3 ? 4 : literalLength > 0 ? value : value + 1;
    let offset = value - 3;
    if (value <= 3) offset = named === 1 ? offset1 : named === 2 ? offset2 : named === 3 ? offset3 : offset1 - 1;
    if (named > 2) offset3 = offset2;
    if (named > 1) offset2 = offset1;
    offset1 = offset;

    const matchAt = at + literalLength;
    if (literalAt + literalLength > literalCount) throw broken("literals are missing");
    if (matchAt + matchLength > limit) throw broken("a block is larger than it may be");
    if (offset < 1 || offset > matchAt) throw broken("an offset reaches before the beginning");
    copyLiterals(literals, literalAt, out, at, literalLength);
    copyMatch(out, matchAt, offset, matchLength);
    literalAt += literalLength;
    at = matchAt + matchLength;

    if (left > 1) {
      literalState = literalStates[(literalState >> 16) + bits.read((literalState >> 8) & 0xff)] as number;
      matchState = matchStates[(matchState >> 16) + bits.read((matchState >> 8) & 0xff)] as number;
      offsetState = offsetStates[(offsetState >> 16) + bits.read((offsetState >> 8) & 0xff)] as number;
    }
  }
  if (bits.left > 0) throw broken("a stream of sequences has bits left over");
  const restCount = literalCount - literalAt;
  if (at + restCount > limit) throw broken("a block is larger than it may be");
  copyLiterals(literals, literalAt, out, at, restCount);
  recent[0] = offset1;
  recent[1] = offset2;
  recent[2] = offset3;
  return at + restCount;
}

/** For each code `base << 8 | bits`. */
function lengthCodes(first: number, bits: number[]): Int32Array {
  let base = first;
  return Int32Array.from(bits, (added) => {
    const code = (base << 8) | added;
    base += 1 << added;
    return code;
  });
}

function copyLiterals(literals: Uint8Array, from: number, out: Uint8Array, to: number, length: number): void {
  if (length >= longCopy) out.set(literals.subarray(from, from + length), to);
  else for (let index = 0; index < length; index += 1) out[to + index] = literals[from + index] as number;
}

/** A match may overlap what it writes: then it repeats itself, and only a loop in this direction does that. */
function copyMatch(out: Uint8Array, to: number, offset: number, length: number): void {
  const from = to - offset;
  if (length >= longCopy && offset >= length) out.copyWithin(to, from, from + length);
  else for (let index = 0; index < length; index += 1) out[to + index] = out[from + index] as number;
}
