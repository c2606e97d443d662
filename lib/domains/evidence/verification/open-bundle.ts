import type { EventContent } from "@/lib/domains/audit-chain/block-text";
import { evidenceEventText } from "@/lib/domains/evidence/bundle/evidence-event";
import { isObject } from "@/lib/domains/evidence/collect/payload";
import { type Evidence, EvidenceBundle, EvidenceEvent, evidenceSchema } from "@/lib/domains/evidence/schemas-bundle";
import { bytesOfText, sameBytes } from "@/lib/domains/evidence/verification/bytes";
import {
  type Layout,
  layoutOf,
  nestingMax,
  type PartName,
  Scanner,
  type Span,
  TooDeep,
} from "@/lib/domains/evidence/verification/layout";
import { jcs } from "@/lib/platform/crypto/jcs";

/** An event of a bundle as it was read. */
export interface ReadEvent {
  event: EvidenceEvent;
  /** Of `event.content`, as a value and in its canonical text; undefined where it has none. */
  content: { value: EventContent; text: string } | undefined;
}

/** A bundle whose bytes are canonical and whose parts have their shapes; that of each event shows when it is read. */
export interface OpenBundle {
  /** The very bytes that the seal is over. */
  evidenceBytes: Uint8Array;
  evidence: Omit<Evidence, "events">;
  headHash: EvidenceBundle["headHash"];
  seal: EvidenceBundle["seal"];
  eventsTotal: number;
  /** Each event once, none of them kept. Throws {@link NotCanonical} and {@link Misshapen}. */
  events(): Generator<ReadEvent, void, undefined>;
}

/** The bytes are not the canonical form of their value, or of no value at all. */
export class NotCanonical extends Error {
  override readonly name = "NotCanonical";
}

/** The file says that it is a bundle of this form, and is none: something was added, left out or replaced. */
export class Misshapen extends Error {
  override readonly name = "Misshapen";

  constructor(readonly problems: string[]) {
    super("the file has not the form of a bundle");
  }
}

/** The file is no bundle that can be read here. The message is a sentence for the reader. */
export class NotABundle extends Error {
  override readonly name = "NotABundle";
}

/**
 * Opens a bundle that is written as it must be, without making values of its events. Throws {@link NotCanonical} where it is
 * not, {@link Misshapen} for parts of other shapes, {@link NotABundle} for a form of another version.
 */
export function openCanonical(bytes: Uint8Array): OpenBundle {
  const layout = layoutOrNone(bytes);
  if (!layout) throw new NotCanonical();
  const schema = readPart(bytes, layout.parts.schema);
  if (schema !== evidenceSchema) throw unknownSchema(schema);
  const evidence: Record<string, unknown> = {};
  for (const [name, span] of Object.entries(layout.parts)) evidence[name] = readPart(bytes, span);
  const whole = {
    evidence: { ...evidence, events: [] },
    headHash: readPart(bytes, layout.headHash),
    seal: readPart(bytes, layout.seal),
  };
  const shaped = EvidenceBundle.safeParse(whole);
  if (!shaped.success) throw misshapen(shaped.error.issues);
  // What was parsed is a copy without what the shapes let through and do not name: the read values are the bundle's.
  const { headHash, seal } = whole as unknown as EvidenceBundle;
  const parts = evidence as unknown as Pick<Evidence, PartName>;
  return {
    evidenceBytes: bytes.subarray(layout.evidence.start, layout.evidence.end),
    evidence: parts,
    headHash,
    seal,
    eventsTotal: layout.events.length / 2,
    events: () => readEvents(bytes, layout.events),
  };
}

/**
 * The canonical form of a bundle that is written in another way, and where its bytes first differ from it. Throws
 * {@link NotABundle} for what is none, {@link Misshapen} for one of another shape.
 */
export function rewriteCanonically(bytes: Uint8Array): { rewritten: Uint8Array; difference: number } {
  const value = parseWhole(bytes);
  const evidence = isObject(value) ? value["evidence"] : undefined;
  if (!isObject(evidence) || !("schema" in evidence)) {
    throw new NotABundle("The file is JSON, but no evidence package: it has no evidence that names its form.");
  }
  if (evidence["schema"] !== evidenceSchema) throw unknownSchema(evidence["schema"]);
  const shaped = EvidenceBundle.safeParse(value);
  if (!shaped.success) throw misshapen(shaped.error.issues);
  const rewritten = bytesOfText(jcs(value));
  if (sameBytes(rewritten, bytes)) throw new Misshapen(["The file has members that no bundle has."]);
  let difference = 0;
  while (difference < bytes.length && bytes[difference] === rewritten[difference]) difference += 1;
  return { rewritten, difference };
}

function layoutOrNone(bytes: Uint8Array): Layout | null {
  try {
    return layoutOf(bytes);
  } catch (error) {
    if (error instanceof TooDeep) throw tooDeep();
    throw error;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readText(bytes: Uint8Array, { start, end }: Span): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes.subarray(start, end));
    return { text, value: JSON.parse(text) };
  } catch {
    throw new NotCanonical();
  }
}

function readPart(bytes: Uint8Array, span: Span): unknown {
  const { text, value } = readText(bytes, span);
  if (jcs(value) !== text) throw new NotCanonical();
  return value;
}

function* readEvents(bytes: Uint8Array, places: number[]): Generator<ReadEvent, void, undefined> {
  for (let i = 0; i < places.length; i += 2) {
    const { text, value } = readText(bytes, { start: places[i] ?? 0, end: places[i + 1] ?? 0 });
    const shaped = EvidenceEvent.safeParse(value);
    if (!shaped.success) throw misshapen(shaped.error.issues, `evidence.events.${i / 2}`);
    const event = value as EvidenceEvent;
    const content = event.content && { value: event.content as EventContent, text: jcs(event.content) };
    const { blockHash, evidenceId, disclosure, contentText, erasure } = event;
    const parts = { blockHash, evidenceId, disclosure, contentText, erasure, content: content?.text };
    if (evidenceEventText(event, parts) !== text) throw new NotCanonical();
    yield { event, content };
  }
}

function parseWhole(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new NotABundle("The file is empty.");
  try {
    new Scanner(bytes).value();
  } catch {
    throw tooDeep();
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new NotABundle("The file is not JSON: its bytes are not UTF-8 text.");
  }
  if (text.startsWith("%PDF-"))
    throw new NotABundle("The file is a PDF. Its evidence is attached to it: evidence.json.");
  if (text.startsWith("\ufeff")) {
    throw new NotABundle("The file begins with a byte order mark: another program has written it again.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new NotABundle("The file is not JSON. It may be cut off, or be another file.");
  }
}

function unknownSchema(schema: unknown): NotABundle {
  const name = typeof schema === "string" ? JSON.stringify(schema.slice(0, 40)) : "no name";
  return new NotABundle(`The package has the form ${name}; this program knows "${evidenceSchema}". Use a newer one.`);
}

function tooDeep(): NotABundle {
  return new NotABundle(`The file nests values more than ${nestingMax} deep. No evidence package does.`);
}

function misshapen(issues: readonly { path: readonly PropertyKey[]; message: string }[], place = ""): Misshapen {
  const problems = issues.map(({ path, message }) => {
    const where = [...(place ? [place] : []), ...path.map(String)].join(".");
    return `${where === "" ? "The file" : where}: ${message}`;
  });
  return new Misshapen(problems);
}
