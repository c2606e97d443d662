import { isUtf8 } from "node:buffer";
import { decompress, wholeHead } from "@/lib/domains/shadow-ai/ingest/input/decompress";
import { documentAsLines } from "@/lib/domains/shadow-ai/ingest/input/json-lines";
import { LineSplitter } from "@/lib/domains/shadow-ai/ingest/input/line-splitter";
import { InputError, type LineLimits, type Lines } from "@/lib/domains/shadow-ai/ingest/input/log-input";

const defaultLimits: LineLimits = {
  lineBytes: 1024 * 1024,
  totalBytes: 64 * 1024 ** 3,
  totalLines: Number.POSITIVE_INFINITY,
  // Logs shrink to a tenth, the most repetitive to a fiftieth; gzip can reach 1,032.
  ratio: 200,
};

/**
 * The lines of an input in batches of at most 1,000 lines and about 1 MiB. gzip is recognised by its first bytes and
 * decompressed, and each object of a JSON document becomes a line; other input is read unchanged. Memory does not grow
 * with the input.
 *
 * Throws InputError after the last complete line; errors of `bytes` are passed on at the same position.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  limits: Partial<LineLimits> = {},
): AsyncGenerator<Lines, void, undefined> {
  const all = { ...defaultLimits, ...limits };
  const splitter = new LineSplitter(all.lineBytes);
  try {
    for await (const chunk of documentAsLines(plainText(decompress(bytes, all)))) {
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

/** Enough to recognise a tar archive. */
const headBytes = 512;
const utf8Mark = [0xef, 0xbb, 0xbf];

/** First bytes of files that are not logs. gzip is only seen here inside gzip. */
const refused: { mark: number[]; at: number; message: string }[] = [
  { mark: [0xff, 0xfe], at: 0, message: "The text is encoded as UTF-16. Convert it to UTF-8." },
  { mark: [0xfe, 0xff], at: 0, message: "The text is encoded as UTF-16. Convert it to UTF-8." },
  { mark: [0x1f, 0x8b], at: 0, message: "The input is compressed twice. Decompress it once." },
  { mark: [0x28, 0xb5, 0x2f, 0xfd], at: 0, message: "zstd is not supported. Decompress the input, or use gzip." },
  { mark: [...Buffer.from("PK\x03\x04", "latin1")], at: 0, message: "The input is a ZIP archive. Extract it first." },
  {
    mark: [...Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")],
    at: 0,
    message: "The input is a 7z archive. Extract it first.",
  },
  { mark: [...Buffer.from("ustar")], at: 257, message: "The input is a tar archive. Extract it and send the files." },
  {
    mark: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
    at: 0,
    message: "xz is not supported. Decompress the input, or use gzip.",
  },
  { mark: [...Buffer.from("1AY&SY")], at: 4, message: "bzip2 is not supported. Decompress the input, or use gzip." },
  { mark: [0x04, 0x22, 0x4d, 0x18], at: 0, message: "lz4 is not supported. Decompress the input, or use gzip." },
  { mark: [...Buffer.from("PAR1")], at: 0, message: "Parquet is not supported. Export the log as text." },
  { mark: [...Buffer.from("%PDF-")], at: 0, message: "The input is a PDF. Send the log file instead." },
];

/** The bytes without the UTF-8 byte order mark. Throws InputError `not_text` if the first bytes are of another type. */
export async function* plainText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let seen = false;
  for await (const chunk of wholeHead(bytes, headBytes)) {
    if (seen) {
      yield chunk;
      continue;
    }
    seen = true;
    const reason = isText(chunk) ? undefined : refused.find(({ mark, at }) => hasMark(chunk, mark, at));
    if (reason) throw new InputError("not_text", reason.message);
    yield hasMark(chunk, utf8Mark, 0) ? chunk.subarray(utf8Mark.length) : chunk;
  }
}

/** Some marks are letters, which a log can also contain. The first bytes of a file of that type then have other bytes. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, headBytes);
  if (head.some((byte) => byte < 0x09)) return false;
  // The last character of a longer input can be incomplete.
  const cuts = head.length < headBytes ? [0] : [0, 1, 2, 3];
  return cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

function hasMark(bytes: Uint8Array, mark: number[], at: number): boolean {
  return mark.every((byte, index) => bytes[at + index] === byte);
}
