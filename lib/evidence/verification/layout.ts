import { Scanner, type Span } from "@/lib/evidence/verification/scan";

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
