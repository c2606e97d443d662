import { decompress } from "@/lib/shadow-ai/ingest/input/decompress";
import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";
import { LineSplitter } from "@/lib/shadow-ai/ingest/input/line-splitter";
import { plainText } from "@/lib/shadow-ai/ingest/input/plain-text";
import type { LineLimits, Lines } from "@/lib/shadow-ai/ingest/input/types";

const defaultLimits: LineLimits = {
  lineBytes: 1024 * 1024,
  totalBytes: 64 * 1024 ** 3,
  totalLines: Number.POSITIVE_INFINITY,
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
    for await (const chunk of plainText(decompress(bytes, all))) {
      for (const lines of splitter.push(chunk)) {
        if (lastLine(lines) > all.totalLines) throw tooManyLines(all.totalLines);
        yield lines;
      }
    }
  } catch (error) {
    yield* splitter.whole();
    throw error;
  }
  yield* splitter.end();
}

function lastLine({ firstLine, lines, bad }: Lines): number {
  return firstLine + lines.length + bad.length - 1;
}

function tooManyLines(totalLines: number): InputError {
  return new InputError("too_large", `The input has more than ${totalLines.toLocaleString("en")} lines.`);
}
