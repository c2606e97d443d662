const [lineFeed, quote, comma, openList, backslash, closeList, open, close] = Buffer.from('\n",[\\]{}');

/** A document with an array of objects, or with an object on several lines. A log has an object on each line. */
const documentStart = /^\s*(?:\[\s*(?:\{|\]\s*$)|\{\s*[\r\n])/;
const startBytes = 512;
/** The start of a CloudTrail or Azure file, whose only member is the list. */
const wrapperStart = /^\s*\{\s*"records"\s*:\s*(?=\[)/i;

/** The bytes of a log. A JSON document is written as one object per line, so that it is read like NDJSON. */
export async function* documentAsLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let writer: JsonLineWriter | null | undefined;
  for await (const chunk of bytes) {
    if (writer === undefined) {
      const start = Buffer.from(chunk.subarray(0, startBytes)).toString("latin1");
      const wrapper = wrapperStart.exec(start)?.[0];
      writer = wrapper !== undefined || documentStart.test(start) ? new JsonLineWriter(wrapper !== undefined) : null;
      if (wrapper !== undefined) {
        yield writer?.push(chunk.subarray(wrapper.length)) ?? chunk;
        continue;
      }
    }
    yield writer ? writer.push(chunk) : chunk;
  }
}

/**
 * Writes each object of a JSON document on a line: objects in arrays, objects on several lines, and objects that follow
 * each other without a separator. Text outside objects becomes a separate line. An incomplete object is written as far as it was received.
 */
export class JsonLineWriter {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** The line has bytes that belong to no object. */
  private isStray = false;

  /** `isWrapped`: the list is followed by the end of its object. */
  constructor(private readonly isWrapped = false) {}

  push(chunk: Uint8Array): Uint8Array {
    // At most one line feed is added for each byte.
    const out = Buffer.allocUnsafe(2 * chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const isSpace = byte <= 0x20;
      if (this.depth === 0) {
        if (byte === open) {
          if (this.isStray) out[length++] = lineFeed as number;
          this.isStray = false;
          this.depth = 1;
        } else if (
          isSpace ||
          byte === comma ||
          byte === openList ||
          byte === closeList ||
          (this.isWrapped && byte === close)
        ) {
          if (this.isStray) out[length++] = lineFeed as number;
          this.isStray = false;
          continue;
        } else this.isStray = true;
        out[length++] = byte;
        continue;
      }
      out[length++] = isSpace && !this.isInString ? 0x20 : byte;
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === backslash) this.isEscaped = true;
        else if (byte === quote) this.isInString = false;
      } else if (byte === quote) this.isInString = true;
      else if (byte === open || byte === openList) this.depth++;
      else if (byte === close || byte === closeList) {
        this.depth--;
        if (this.depth === 0) out[length++] = lineFeed as number;
      }
    }
    return out.subarray(0, length);
  }
}

/** The objects of a JSON document, each as the text of a line. */
export function linesOfJson(text: string): Generator<string, void, undefined> {
  return linesOf(Buffer.from(new JsonLineWriter().push(Buffer.from(text))).toString("utf8"));
}

/** The lines of a text that are not empty, one at a time, because a short text can have millions. */
export function* linesOf(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    if (end > start) yield text.slice(start, end);
    start = end + 1;
  }
}
