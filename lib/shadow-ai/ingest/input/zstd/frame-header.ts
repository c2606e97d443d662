import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";
import { broken } from "@/lib/shadow-ai/ingest/input/zstd/broken";
import type { ByteReader } from "@/lib/shadow-ai/ingest/input/zstd/byte-reader";

/** Every decoder is asked to support this much (RFC 8878, 3.1.1.1.2), and levels up to 19 need no more. */
const largestWindowBytes = 8 * 1024 * 1024;

/** What a frame says of itself (3.1.1.1). */
export interface FrameHeader {
  /** How far back a match may reach. */
  windowBytes: number;
  /** Bytes of the content, or null where the frame does not say. */
  contentBytes: number | null;
  hasChecksum: boolean;
}

/** Reads the header behind the magic number. Throws InputError. */
export async function readFrameHeader(reader: ByteReader): Promise<FrameHeader> {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  await reader.read(bytes, 1);
  const descriptor = view.getUint8(0);
  if ((descriptor & 0x08) !== 0) throw broken("a frame uses a bit that means nothing yet");
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowSize = isSingleSegment ? 0 : 1;
  const dictionarySize = [0, 1, 2, 4][descriptor & 3] as number;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  await reader.read(bytes, windowSize + dictionarySize + contentSize);
  if (bytes.subarray(windowSize, windowSize + dictionarySize).some((byte) => byte !== 0))
    throw new InputError("compression_broken", "The zstd data needs a dictionary. Compress it without one.");
  const contentBytes = contentSize === 0 ? null : readContentBytes(view, windowSize + dictionarySize, contentSize);
  const windowBytes = isSingleSegment ? (contentBytes ?? 0) : readWindowBytes(view.getUint8(0));
  if (windowBytes > largestWindowBytes)
    throw new InputError(
      "compression_broken",
      "The zstd data needs more than 8 MiB of memory to unpack. Compress it without --long and --ultra.",
    );
  return { windowBytes, contentBytes, hasChecksum: (descriptor & 0x04) !== 0 };
}

/** An exponent and eighths of it (3.1.1.1.2): up to 3.75 TiB. */
function readWindowBytes(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

/** In two bytes the numbers begin where one byte's end (3.1.1.1.4). */
function readContentBytes(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, true) + 256;
  if (size === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}
