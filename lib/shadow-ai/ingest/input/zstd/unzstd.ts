import { BlockDecoder, largestBlockBytes } from "@/lib/shadow-ai/ingest/input/zstd/block-decoder";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import { ByteReader } from "@/lib/shadow-ai/ingest/input/zstd/byte-reader";
import { readFrameHeader } from "@/lib/shadow-ai/ingest/input/zstd/frame-header";
import { History } from "@/lib/shadow-ai/ingest/input/zstd/history";
import { XxHash64 } from "@/lib/shadow-ai/ingest/input/zstd/xxhash64";

const frameMagic = 0xfd2fb528;
/** The last four bits of a skippable frame's magic number are free. */
const skippableMagic = 0x184d2a50;

/** The types of a block, by their number in its header (RFC 8878, 3.1.1.2.2). */
const raw = 0;
const repeated = 1;
const compressed = 2;

/** Whether zstd data begins with these four bytes. */
export function isZstd(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const magic = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
  return magic === frameMagic || isSkippable(magic);
}

/**
 * Decompresses zstd (RFC 8878): several frames one after the other, skippable ones among them, windows up to 8 MiB, no
 * dictionaries. Checksums are verified where there are any, which is when their frame's content has been given out. Holds
 * about 10 MiB at most. Throws InputError `compression_broken`.
 */
export async function* unzstd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = new ByteReader(bytes);
  const blocks = new BlockDecoder();
  const history = new History();
  try {
    while (!(await reader.isAtEnd())) {
      const magic = await readUint32(reader);
      if (isSkippable(magic)) await reader.skip(await readUint32(reader));
      else if (magic === frameMagic) yield* unpackFrame(reader, blocks, history);
      else throw broken("behind its end stands something else");
    }
  } finally {
    await reader.close();
  }
}

async function* unpackFrame(
  reader: ByteReader,
  blocks: BlockDecoder,
  history: History,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { windowBytes, contentBytes, hasChecksum } = await readFrameHeader(reader);
  const blockBytes = Math.min(windowBytes, largestBlockBytes);
  const hash = hasChecksum ? new XxHash64() : null;
  let total = 0;
  blocks.beginFrame();
  history.beginFrame(windowBytes);
  for (let isLast = false; !isLast; ) {
    history.makeRoom();
    const start = history.end;
    isLast = await unpackBlock(reader, blocks, history, blockBytes);
    // A copy: the next block may move or overwrite the history while the caller still has this.
    const content = history.bytes.slice(start, history.end);
    total += content.length;
    if (contentBytes !== null && total > contentBytes) throw broken("a frame is longer than it says");
    hash?.update(content);
    if (content.length > 0) yield content;
  }
  if (contentBytes !== null && total !== contentBytes) throw broken("a frame is shorter than it says");
  if (hash && (await readUint32(reader)) !== Number(hash.digest() & 0xffffffffn))
    throw broken("the checksum is not that of the content");
}

/** Unpacks one block to the end of the history and tells whether it is the frame's last. */
async function unpackBlock(
  reader: ByteReader,
  blocks: BlockDecoder,
  history: History,
  blockBytes: number,
): Promise<boolean> {
  await reader.read(blocks.block, 3);
  const [first, second, third] = blocks.block as unknown as [number, number, number];
  const header = first | (second << 8) | (third << 16);
  const type = (header >> 1) & 3;
  const size = header >> 3;
  if (size > blockBytes) throw broken("a block is larger than it may be");
  const { bytes, end } = history;
  if (type === raw) {
    await reader.read(bytes.subarray(end), size);
    history.end = end + size;
  } else if (type === repeated) {
    await reader.read(blocks.block, 1);
    bytes.fill(blocks.block[0] as number, end, end + size);
    history.end = end + size;
  } else if (type === compressed) {
    await reader.read(blocks.block, size);
    history.end = blocks.decode(size, bytes, end, end + blockBytes);
  } else throw broken("a block has a type that means nothing yet");
  return (header & 1) === 1;
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === skippableMagic;
}

async function readUint32(reader: ByteReader): Promise<number> {
  const bytes = new Uint8Array(4);
  await reader.read(bytes, 4);
  return new DataView(bytes.buffer).getUint32(0, true);
}
