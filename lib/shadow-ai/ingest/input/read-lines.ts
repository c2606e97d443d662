import { decompress } from "@/lib/shadow-ai/ingest/input/decompress";
import { LineSplitter } from "@/lib/shadow-ai/ingest/input/line-splitter";
import { plainText } from "@/lib/shadow-ai/ingest/input/plain-text";
import type { LineLimits, Lines } from "@/lib/shadow-ai/ingest/input/types";

const defaultLimits: LineLimits = {
  lineBytes: 1024 * 1024,
  totalBytes: 64 * 1024 ** 3,
  // Logs shrink to a tenth, the dullest to a fiftieth; gzip can do 1,032, zstd 30,000.
  ratio: 200,
};

/**
 * The lines of an input in batches of at most 1,000 lines and about 1 MiB. gzip and zstd are recognised by their first
 * bytes and decompressed, anything else is read as it is. Memory does not grow with the input, whatever it holds.
 *
 * Throws InputError after the last line that was whole; errors of `bytes` itself pass through the same way.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  limits: Partial<LineLimits> = {},
): AsyncGenerator<Lines, void, undefined> {
  const all = { ...defaultLimits, ...limits };
  const splitter = new LineSplitter(all.lineBytes);
  try {
    for await (const chunk of plainText(decompress(bytes, all))) yield* splitter.push(chunk);
  } catch (error) {
    yield* splitter.whole();
    throw error;
  }
  yield* splitter.end();
}
