import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import {
  buildFseTable,
  constantFseTable,
  type FseLimits,
  type FseTable,
  readFseTable,
} from "@/lib/shadow-ai/ingest/input/zstd/fse";

/** The three numbers of a sequence: how many literals, how far back, how many bytes from there. */
export interface SequenceTables {
  literalLengths: FseTable;
  offsets: FseTable;
  matchLengths: FseTable;
}

type Kind = keyof SequenceTables;

/** In the order of their modes and descriptions in a block, with the mode's place in the byte of modes. */
const kinds: { kind: Kind; modeShift: number; limits: FseLimits }[] = [
  { kind: "literalLengths", modeShift: 6, limits: { log: 9, symbol: 35 } },
  { kind: "offsets", modeShift: 4, limits: { log: 8, symbol: 31 } },
  { kind: "matchLengths", modeShift: 2, limits: { log: 9, symbol: 52 } },
];

const rare = (count: number) => Array<number>(count).fill(-1);

/** Tables of blocks that bring none (RFC 8878, 3.1.1.3.2.2). */
const predefined: SequenceTables = {
  literalLengths: buildFseTable(
    [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, ...rare(4)],
    6,
  ),
  offsets: buildFseTable([...[1, 1, 1, 1, 1, 1, 2, 2, 2], ...Array<number>(15).fill(1), ...rare(5)], 5),
  matchLengths: buildFseTable([...[1, 4, 3, 2, 2, 2, 2, 2, 2], ...Array<number>(37).fill(1), ...rare(7)], 6),
};

/**
 * Reads the byte of modes at `start` and the tables behind it (3.1.1.3.2.1). `previous` are those of the block before,
 * which a block may use again. Throws InputError.
 */
export function readSequenceTables(
  view: DataView,
  start: number,
  end: number,
  previous: SequenceTables | null,
): { tables: SequenceTables; next: number } {
  if (start >= end) throw broken("modes of sequences are missing");
  const modes = view.getUint8(start);
  if ((modes & 3) !== 0) throw broken("modes of sequences are not known");
  let next = start + 1;
  const tables: SequenceTables = { ...predefined };
  for (const { kind, modeShift, limits } of kinds) {
    const mode = (modes >> modeShift) & 3;
    if (mode === 1) {
      tables[kind] = constantFseTable(readSymbol(view, next, end, limits));
      next += 1;
    } else if (mode === 2) {
      const read = readFseTable(view, next, end, limits);
      tables[kind] = read.table;
      next = read.next;
    } else if (mode === 3) {
      if (!previous) throw broken("a table to use again is missing");
      tables[kind] = previous[kind];
    }
  }
  return { tables, next };
}

function readSymbol(view: DataView, at: number, end: number, limits: FseLimits): number {
  if (at >= end) throw broken("a table goes on behind its block");
  const symbol = view.getUint8(at);
  if (symbol > limits.symbol) throw broken("a table has too many symbols");
  return symbol;
}
