/** The members of `evidence` beside its events, in their canonical order. */
const before = ["chain"] as const;
const behind = [
  "framework",
  "generator",
  "keys",
  "limits",
  "manifest",
  "package",
  "schema",
  "statistics",
  "summary",
] as const;

export type PartName = (typeof before)[number] | (typeof behind)[number];

/** Where everything stands in a bundle that is written canonically. */
export interface Layout {
  evidence: Span;
  parts: Readonly<Record<PartName, Span>>;
  /** Of each event its first byte and the one behind it, in their order. */
  events: number[];
  headHash: Span;
  seal: Span;
}

/**
 * Finds the parts of a bundle by the one order in which a canonical one (RFC 8785) has them; null where they do not stand
 * there. None of them is read, so that events can be read one after the other: a file has many times its size as values.
 * Throws `TooDeep`.
 */
export function layoutOf(bytes: Uint8Array): Layout | null {
  const scanner = new Scanner(bytes);
  if (!scanner.take('{"evidence":')) return null;
  const start = scanner.at;
  const chain = scanner.take('{"chain":') ? scanner.value() : null;
  const events = chain && scanner.take(',"events":[') ? eventsAt(scanner) : null;
  if (!chain || !events) return null;
  const parts: Partial<Record<PartName, Span>> = { chain };
  for (const name of behind) {
    const part = scanner.take(`,"${name}":`) ? scanner.value() : null;
    if (!part) return null;
    parts[name] = part;
  }
  if (!scanner.take("}")) return null;
  const evidence = { start, end: scanner.at };
  const headHash = scanner.take(',"headHash":') ? scanner.value() : null;
  const seal = headHash && scanner.take(',"seal":') ? scanner.value() : null;
  if (!headHash || !seal || !scanner.take("}") || !scanner.isAtEnd) return null;
  return { evidence, parts: parts as Record<PartName, Span>, events, headHash, seal };
}

/** The places of the events of a list, whose first bracket was stepped over, and a step over its last one. */
function eventsAt(scanner: Scanner): number[] | null {
  const places: number[] = [];
  if (scanner.take("]")) return places;
  do {
    const event = scanner.value();
    if (!event) return null;
    places.push(event.start, event.end);
  } while (scanner.take(","));
  return scanner.take("]") ? places : null;
}

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
