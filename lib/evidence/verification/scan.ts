/** Where a value stands in a file: from its first byte to before the one behind it. */
export interface Span {
  start: number;
  end: number;
}

/** Levels of nesting that a file may have: more than any package, and few enough for every program. */
export const nestingMax = 300;

/** The file nests deeper than {@link nestingMax}: reading it could break whoever does. */
export class TooDeep extends Error {
  override readonly name = "TooDeep";
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Steps through the bytes of JSON, from value to value, without reading them. What is not as expected shows as null. */
export class Scanner {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Steps over these very characters of ASCII; false, without a step, where there are others. */
  take(expected: string): boolean {
    for (let i = 0; i < expected.length; i++) {
      if (this.bytes[this.at + i] !== expected.charCodeAt(i)) return false;
    }
    this.at += expected.length;
    return true;
  }

  /**
   * Steps over a value, to the comma or closing bracket behind it on its own level; null at the end of the file. Whether
   * what it stepped over is JSON is for a parser to say. Throws {@link TooDeep}.
   */
  value(): Span | null {
    const { bytes } = this;
    const start = this.at;
    let depth = 0;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === quote) at = this.endOfText(at);
      else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > nestingMax) throw new TooDeep();
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 0) return this.spanTo(start, at);
        depth -= 1;
      } else if (byte === comma && depth === 0) return this.spanTo(start, at);
    }
    return null;
  }

  /** The place of the quote that ends the text which begins at one; the end of the file where none does. */
  private endOfText(from: number): number {
    const { bytes } = this;
    let at = bytes.indexOf(quote, from + 1);
    while (at >= 0) {
      let before = at - 1;
      while (bytes[before] === backslash) before -= 1;
      if ((at - before) % 2 === 1) return at;
      at = bytes.indexOf(quote, at + 1);
    }
    return bytes.length;
  }

  private spanTo(start: number, end: number): Span | null {
    this.at = end;
    return end > start ? { start, end } : null;
  }
}
