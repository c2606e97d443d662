import { loadPadding } from "@/lib/shadow-ai/ingest/input/zstd/bits";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import type { HuffmanTable } from "@/lib/shadow-ai/ingest/input/zstd/huffman";
import { readLiterals } from "@/lib/shadow-ai/ingest/input/zstd/literals";
import { readSequenceTables, type SequenceTables } from "@/lib/shadow-ai/ingest/input/zstd/sequence-tables";
import { executeSequences, type RecentOffsets } from "@/lib/shadow-ai/ingest/input/zstd/sequences";

/** Bytes of the largest block, compressed and not (RFC 8878, 3.1.1.2.4). */
export const largestBlockBytes = 128 * 1024;

/** Decodes compressed blocks (3.1.1.3) and carries from one to the next what they may use again within a frame. */
export class BlockDecoder {
  /** The caller puts the compressed block at the beginning of this. */
  readonly block = new Uint8Array(largestBlockBytes + loadPadding);
  private readonly view = new DataView(this.block.buffer);
  private readonly literals = new Uint8Array(largestBlockBytes);
  private huffmanTable: HuffmanTable | null = null;
  private sequenceTables: SequenceTables | null = null;
  private recent: RecentOffsets = [1, 4, 8];

  /** Forgets the frame before. */
  beginFrame(): void {
    this.huffmanTable = null;
    this.sequenceTables = null;
    this.recent = [1, 4, 8];
  }

  /**
   * Decodes the `size` bytes of the block to `out` from `from` on, behind the frame's earlier bytes, and returns where they
   * end: at `limit` or before. Throws InputError.
   */
  decode(size: number, out: Uint8Array, from: number, limit: number): number {
    const literals = readLiterals(this.view, size, this.huffmanTable, this.literals);
    this.huffmanTable = literals.table;
    const { count, next } = this.readSequenceCount(literals.next, size);
    if (count === 0) {
      if (next !== size) throw broken("a block has bytes left over");
      if (from + literals.count > limit) throw broken("a block is larger than it may be");
      out.set(this.literals.subarray(0, literals.count), from);
      return from + literals.count;
    }
    const read = readSequenceTables(this.view, next, size, this.sequenceTables);
    this.sequenceTables = read.tables;
    return executeSequences(
      {
        view: this.view,
        start: read.next,
        end: size,
        tables: read.tables,
        count,
        recent: this.recent,
        literals: this.literals,
        literalCount: literals.count,
      },
      out,
      from,
      limit,
    );
  }

  /** One to three bytes (3.1.1.3.2.1). */
  private readSequenceCount(at: number, end: number): { count: number; next: number } {
    const first = at < end ? this.view.getUint8(at) : 0;
    const bytes = first < 128 ? 1 : first < 255 ? 2 : 3;
    if (at + bytes > end) throw broken("the number of sequences is missing");
    if (bytes === 1) return { count: first, next: at + 1 };
    if (bytes === 2) return { count: ((first - 128) << 8) + this.view.getUint8(at + 1), next: at + 2 };
    return { count: this.view.getUint16(at + 1, true) + 0x7f00, next: at + 3 };
  }
}
