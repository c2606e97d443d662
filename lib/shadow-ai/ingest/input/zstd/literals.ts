import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import { decodeHuffman, type HuffmanTable, readHuffmanTable } from "@/lib/shadow-ai/ingest/input/zstd/huffman";

/** The types of a literals section, by their number in its header (RFC 8878, 3.1.1.3.1.1). */
const raw = 0;
const repeated = 1;
const treeless = 3;

/** Of a section's header: bytes of it, bits of each size in it, and streams. Index: type of size format. */
const uncompressedHeaders = [
  { bytes: 1, shift: 3, bits: 5 },
  { bytes: 2, shift: 4, bits: 12 },
  { bytes: 1, shift: 3, bits: 5 },
  { bytes: 3, shift: 4, bits: 20 },
];
const compressedHeaders = [
  { bytes: 3, bits: 10, streams: 1 },
  { bytes: 3, bits: 10, streams: 4 },
  { bytes: 4, bits: 14, streams: 4 },
  { bytes: 5, bits: 18, streams: 4 },
];

export interface Literals {
  count: number;
  /** The code that was used or carried on, for a later block without one. */
  table: HuffmanTable | null;
  /** Where the section of sequences begins. */
  next: number;
}

/** Decodes the literals of the block in bytes [0, end) into `out`, as many as it has room for. Throws InputError. */
export function readLiterals(view: DataView, end: number, table: HuffmanTable | null, out: Uint8Array): Literals {
  if (end === 0) throw broken("a block is empty");
  const type = view.getUint8(0) & 3;
  const format = (view.getUint8(0) >> 2) & 3;
  return type === raw || type === repeated
    ? readUncompressed(view, end, type, format, table, out)
    : readCompressed(view, end, type === treeless ? table : undefined, format, out);
}

function readUncompressed(
  view: DataView,
  end: number,
  type: number,
  format: number,
  table: HuffmanTable | null,
  out: Uint8Array,
): Literals {
  const header = uncompressedHeaders[format] as (typeof uncompressedHeaders)[number];
  const count = (view.getUint32(0, true) >>> header.shift) & ((1 << header.bits) - 1);
  const next = header.bytes + (type === raw ? count : 1);
  if (next > end || count > out.length) throw broken("literals go on behind their block");
  if (type === raw) out.set(new Uint8Array(view.buffer, view.byteOffset + header.bytes, count));
  else out.fill(view.getUint8(header.bytes), 0, count);
  return { count, table, next };
}

/** `carried` is the table of an earlier block where this one has none; undefined where it has its own. */
function readCompressed(
  view: DataView,
  end: number,
  carried: HuffmanTable | null | undefined,
  format: number,
  out: Uint8Array,
): Literals {
  const header = compressedHeaders[format] as (typeof compressedHeaders)[number];
  if (header.bytes > end) throw broken("literals go on behind their block");
  // Up to 40 bits: the lower and the upper of the two sizes are taken from two loads.
  const mask = (1 << header.bits) - 1;
  const count = (view.getUint32(0, true) >>> 4) & mask;
  const sizeBit = 4 + header.bits;
  const size = (view.getUint32(sizeBit >> 3, true) >>> (sizeBit & 7)) & mask;
  const next = header.bytes + size;
  if (next > end || count > out.length) throw broken("literals go on behind their block");
  const own = carried === undefined ? readHuffmanTable(view, header.bytes, next) : null;
  const table = own ? own.table : carried;
  if (!table) throw broken("a Huffman table is missing");
  const start = own ? own.next : header.bytes;
  if (header.streams === 1) decodeHuffman(view, start, next, table, out, 0, count);
  else decodeFourStreams(view, start, next, table, out, count);
  return { count, table, next };
}

/** Four streams of a quarter of the literals each, behind the sizes of the first three (3.1.1.3.1.6). */
function decodeFourStreams(
  view: DataView,
  start: number,
  end: number,
  table: HuffmanTable,
  out: Uint8Array,
  count: number,
): void {
  if (start + 6 > end) throw broken("streams of literals are missing");
  const quarter = (count + 3) >> 2;
  if (3 * quarter > count) throw broken("too few literals for four streams");
  let from = start + 6;
  for (let stream = 0; stream < 4; stream += 1) {
    const to = stream < 3 ? from + view.getUint16(start + 2 * stream, true) : end;
    if (to > end) throw broken("streams of literals go on behind their block");
    decodeHuffman(view, from, to, table, out, stream * quarter, stream < 3 ? (stream + 1) * quarter : count);
    from = to;
  }
}
