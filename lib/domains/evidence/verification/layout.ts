/** The members of `evidence` before and after its events, in canonical order. */
const before = ["chain"] as const;
const after = [
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

export type PartName = (typeof before)[number] | (typeof after)[number];

/** The position of each part in a canonical bundle. */
export interface Layout {
  evidence: Span;
  parts: Readonly<Record<PartName, Span>>;
  /** Start and end (exclusive) of each event, in order. */
  events: number[];
  headHash: Span;
  seal: Span;
}

/**
 * Locates the parts of a canonical bundle (RFC 8785) without parsing them. Null for another order. Throws {@link
 * TooDeep}.
 */
export function layoutOf(bytes: Uint8Array): Layout | null {
  const scanner = new Scanner(bytes);
  if (!scanner.take('{"evidence":')) return null;
  const start = scanner.at;
  const chain = scanner.take('{"chain":') ? scanner.value() : null;
  const events = chain && scanner.take(',"events":[') ? eventsAt(scanner) : null;
  if (!chain || !events) return null;
  const parts: Partial<Record<PartName, Span>> = { chain };
  for (const name of after) {
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

function eventsAt(scanner: Scanner): number[] | null {
  const offsets: number[] = [];
  if (scanner.take("]")) return offsets;
  do {
    const event = scanner.value();
    if (!event) return null;
    offsets.push(event.start, event.end);
  } while (scanner.take(","));
  return scanner.take("]") ? offsets : null;
}

/** `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Maximum nesting: more than any package needs, and safe for every parser. */
export const nestingMax = 300;

/** The file nests deeper than {@link nestingMax}. */
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

/** Skips from value to value in JSON bytes without parsing them. */
export class Scanner {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Skips exactly these ASCII characters; otherwise returns false and does not move. */
  take(expected: string): boolean {
    for (let i = 0; i < expected.length; i++) {
      if (this.bytes[this.at + i] !== expected.charCodeAt(i)) return false;
    }
    this.at += expected.length;
    return true;
  }

  /** Skips to the comma or bracket after a value, without validating it; null at the end. Throws {@link TooDeep}. */
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

  /** The index of the closing quote, or the end of the file. */
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
