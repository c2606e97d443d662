import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";
import { wholeHead } from "@/lib/shadow-ai/ingest/input/whole-head";

/** Enough to see the mark of a tar archive. */
const headBytes = 512;
const utf8Mark = [0xef, 0xbb, 0xbf];

/** What some take for a log and is none. Compressed kinds are only seen here inside of another compression, or are not read. */
const refused: { mark: number[]; at: number; message: string }[] = [
  { mark: [0xff, 0xfe], at: 0, message: "The text is UTF-16. Save or convert it as UTF-8." },
  { mark: [0xfe, 0xff], at: 0, message: "The text is UTF-16. Save or convert it as UTF-8." },
  { mark: [0x1f, 0x8b], at: 0, message: "The input is compressed twice. Unpack it once." },
  { mark: [0x28, 0xb5, 0x2f, 0xfd], at: 0, message: "The input is compressed twice. Unpack it once." },
  { mark: [...Buffer.from("PK\x03\x04", "latin1")], at: 0, message: "The input is a ZIP archive. Unpack it." },
  { mark: [...Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")], at: 0, message: "The input is a 7z archive. Unpack it." },
  { mark: [...Buffer.from("ustar")], at: 257, message: "The input is a tar archive. Unpack it and give its files." },
  { mark: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], at: 0, message: "xz is not read. Unpack it, or use gzip or zstd." },
  { mark: [...Buffer.from("1AY&SY")], at: 4, message: "bzip2 is not read. Unpack it, or use gzip or zstd." },
  { mark: [0x04, 0x22, 0x4d, 0x18], at: 0, message: "lz4 is not read. Unpack it, or use gzip or zstd." },
  { mark: [...Buffer.from("%PDF-")], at: 0, message: "The input is a PDF. Give the log itself." },
];

/** The bytes without the mark that says UTF-8. Throws InputError `not_text` where the first bytes say something else. */
export async function* plainText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let seen = false;
  for await (const chunk of wholeHead(bytes, headBytes)) {
    if (seen) {
      yield chunk;
      continue;
    }
    seen = true;
    const reason = refused.find(({ mark, at }) => hasMark(chunk, mark, at));
    if (reason) throw new InputError("not_text", reason.message);
    yield hasMark(chunk, utf8Mark, 0) ? chunk.subarray(utf8Mark.length) : chunk;
  }
}

function hasMark(bytes: Uint8Array, mark: number[], at: number): boolean {
  return mark.every((byte, index) => bytes[at + index] === byte);
}
