import { z } from "zod";
import type { EventContent } from "@/lib/domains/audit-chain/block-text";
import { evidenceEventText } from "@/lib/domains/evidence/bundle/evidence-event";
import { isObject } from "@/lib/domains/evidence/collect/payload";
import {
  type Evidence,
  EvidenceBundle,
  EvidenceEvent,
  EvidenceKey,
  evidenceSchema,
} from "@/lib/domains/evidence/schemas-bundle";
import { hasPdfHeader } from "@/lib/domains/evidence/verification/attached-evidence";
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

export interface ReadEvent {
  event: EvidenceEvent;
  /** `event.content` as a value and as canonical text. */
  content: { value: EventContent; text: string } | undefined;
}

/** A canonical bundle with validated parts. Events are validated when they are read. */
export interface OpenBundle {
  /** The bytes covered by the seal. */
  evidenceBytes: Uint8Array;
  evidence: Omit<Evidence, "events">;
  headHash: EvidenceBundle["headHash"];
  seal: EvidenceBundle["seal"];
  eventsTotal: number;
  /** Reads the events one at a time. Throws {@link NotCanonical} and {@link Misshapen}. */
  events(): Generator<ReadEvent, void, undefined>;
}

/** The bytes are not canonical JSON. */
export class NotCanonical extends Error {
  override readonly name = "NotCanonical";
}

/** The file claims the schema but does not match it: something was added, removed or replaced. */
export class Misshapen extends Error {
  override readonly name = "Misshapen";

  constructor(readonly problems: string[]) {
    super("the file does not match the bundle schema");
  }
}

/** The file claims a later schema. Only its seal can be checked. The message is shown to the user. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** The file is not a readable bundle. The message is shown to the user. */
export class NotABundle extends Error {
  override readonly name = "NotABundle";
}

/** Opens a bundle without parsing its events. Throws {@link NotCanonical}, {@link Misshapen}, {@link Outdated} and {@link NotABundle}. */
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
  // Parsing drops unknown members, so the values as read are used.
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

interface Rewritten {
  rewritten: Uint8Array;
  /** The first differing byte. */
  difference: number;
  /** Parts that other readers may understand differently. */
  ambiguities: string[];
}

/** The canonical form of a bundle. Throws {@link NotABundle}, {@link Outdated} and {@link Misshapen}. */
export function rewriteCanonically(bytes: Uint8Array): Rewritten {
  const { text, value } = parseWhole(bytes);
  const evidence = isObject(value) ? value["evidence"] : undefined;
  if (!isObject(evidence) || !("schema" in evidence)) {
    throw new NotABundle("The file is JSON, but not an evidence package: `evidence.schema` is missing.");
  }
  if (evidence["schema"] !== evidenceSchema) throw unknownSchema(evidence["schema"]);
  const shaped = EvidenceBundle.safeParse(value);
  if (!shaped.success) throw misshapen(shaped.error.issues);
  const rewritten = bytesOfText(jcs(value));
  if (sameBytes(rewritten, bytes)) throw new Misshapen(["The file has fields that are not part of the schema."]);
  let difference = 0;
  while (difference < bytes.length && bytes[difference] === rewritten[difference]) difference += 1;
  const ambiguities = ambiguitiesOf(text);
  if (hasPdfHeader(bytes)) ambiguities.push("The file also opens as a PDF.");
  return { rewritten, difference, ambiguities };
}

const Envelope = z.strictObject({
  evidence: z.looseObject({ keys: z.array(EvidenceKey).catch([]) }),
  headHash: EvidenceBundle.shape.headHash,
  seal: EvidenceBundle.shape.seal,
});

/**
 * The sealed parts of a bundle whose evidence has a form of a later version, and the parts that readers may understand
 * differently. Undefined if the bundle does not have the parts that every version has.
 */
export function openEnvelope(
  bytes: Uint8Array,
): (Pick<OpenBundle, "evidenceBytes" | "seal"> & { keys: Evidence["keys"]; ambiguities: string[] }) | undefined {
  const { text, value } = parseWhole(bytes);
  const { data } = Envelope.safeParse(value);
  if (!data || !isObject(value)) return undefined;
  const evidenceBytes = bytesOfText(jcs(value["evidence"]));
  return { evidenceBytes, seal: data.seal, keys: data.evidence.keys, ambiguities: ambiguitiesOf(text) };
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

function parseWhole(bytes: Uint8Array): { text: string; value: unknown } {
  if (bytes.length === 0) throw new NotABundle("The file is empty.");
  try {
    new Scanner(bytes).value();
  } catch {
    throw tooDeep();
  }
  let text: string;
  try {
    // Some programs write a byte order mark before UTF-8 text.
    text = decoder.decode(bytes).replace(/^\ufeff/, "");
  } catch {
    throw new NotABundle("The file is not JSON: it is not UTF-8 text.");
  }
  if (text.startsWith("%PDF-"))
    throw new NotABundle("The file is a PDF. Extract its attachment evidence.json and verify that file.");
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new NotABundle("The file is not valid JSON. It may be truncated.");
  }
}

function unknownSchema(schema: unknown): NotABundle | Outdated {
  if (/^evidence\/([2-9]|[1-9]\d+)$/.test(String(schema)))
    return new Outdated(
      `${outdatedSentence} It has the schema ${schema}, but this verifier supports only ${evidenceSchema}.`,
    );
  const name = typeof schema === "string" ? JSON.stringify(schema.slice(0, 40)) : "(none)";
  return new NotABundle(`The package has the schema ${name}, but this verifier supports only "${evidenceSchema}".`);
}

export const outdatedSentence = "This verifier is too old for this package; get the current one.";

function tooDeep(): NotABundle {
  return new NotABundle(
    `The file is not an evidence package: its values are nested more than ${nestingMax} levels deep.`,
  );
}

function misshapen(issues: readonly { path: readonly PropertyKey[]; message: string }[], place = ""): Misshapen {
  const problems = issues.map(({ path, message }) => {
    const where = [...(place ? [place] : []), ...path.map(String)].join(".");
    return `${where === "" ? "The file" : where}: ${message}`;
  });
  return new Misshapen(problems);
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g;

const problemsMax = 20;

/**
 * The parts of a valid JSON text that readers may understand differently: a member name that is repeated in an object, and
 * a number that a double does not represent exactly.
 */
function ambiguitiesOf(text: string): string[] {
  const problems: string[] = [];
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    const first = token[0] ?? "";
    if (isName && first === '"') {
      const name = JSON.parse(token) as string;
      const names = open.at(-1);
      if (names?.has(name)) problems.push(`The field ${token.slice(0, 40)} appears more than once in an object.`);
      names?.add(name);
    } else if (/[-\d]/.test(first) && decimalOf(token) !== decimalOf(String(Number(token))))
      problems.push(
        `The number ${token.slice(0, 40)} changes when it is parsed as a double, so it cannot be verified.`,
      );
    if (problems.length >= problemsMax) break;
    if (first === "{") open.push(new Set());
    else if (first === "[") open.push(null);
    else if (first === "}" || first === "]") open.pop();
    isName = first === "{" || (first === "," && open.at(-1) instanceof Set);
  }
  return problems;
}

/** The exact value of a number as digits and exponent: the same for `100`, `1e2` and `100.0`. */
function decimalOf(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
