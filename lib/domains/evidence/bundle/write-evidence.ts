import { createHash } from "node:crypto";
import { recordingEventOf, type StoredEvent } from "@/lib/domains/audit-chain";
import type { EventHeader } from "@/lib/domains/audit-chain/block-text";
import { evidenceEventText, readCanonicalContent } from "@/lib/domains/evidence/bundle/evidence-event";
import type { Collected, EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { count } from "@/lib/domains/evidence/pdf/labels";
import { type ChainPart, type Evidence, evidenceSchema, type PackagePart } from "@/lib/domains/evidence/schemas-bundle";
import { integrityOf } from "@/lib/domains/evidence/verification/integrity";
import { operatorSentence } from "@/lib/domains/evidence/verification/trust";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The parts of a package that are not derived from its events. */
export interface EvidenceFrame {
  chain: ChainPart;
  package: PackagePart;
  /** Public keys of the seal and of the checkpoint (RFC 7517). */
  keys: Evidence["keys"];
  limits: string[];
  generator: Evidence["generator"];
  /** Position up to which the chain was read. */
  chainSize: number;
  /** When the first event of the chain and of the model was received. */
  firstRecordedAt: NonNullable<Evidence["manifest"]["firstRecordedAt"]>;
}

export interface WrittenEvidence {
  /** Everything that was written except the events. */
  evidence: Omit<Evidence, "events">;
  collected: Collected;
  /** The hash of the written bytes, which the seal signs. */
  sha256: Buffer;
}

/**
 * Writes the canonical text (RFC 8785) of `evidence` in constant memory: each event once, about 256 KiB at a time. The
 * same frame and events give the same bytes. `events`: pages in chain order.
 */
export async function writeEvidence(
  frame: EvidenceFrame,
  events: AsyncIterable<StoredEvent[]>,
  collector: EvidenceCollector,
  write: (chunk: Uint8Array) => Promise<void>,
  onEvents?: (written: number) => void,
): Promise<WrittenEvidence> {
  const out = new ChunkedText(write);
  await out.add('{"chain":');
  for (const piece of canonicalPieces(frame.chain)) await out.add(piece);
  await out.add(',"events":[');
  let written = 0;
  for await (const page of events) {
    for (const stored of page) {
      const text = collectEvent(stored, collector);
      await out.add(written === 0 ? text : `,${text}`);
      written += 1;
    }
    onEvents?.(written);
  }
  await out.add("]");
  const collected = collector.finish();
  const evidence = complete(frame, collected);
  const { chain: _written, ...others } = evidence;
  for (const [name, value] of Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1))) {
    await out.add(`,"${name}":`);
    for (const piece of canonicalPieces(value)) await out.add(piece);
  }
  await out.add("}");
  return { evidence, collected, sha256: await out.end() };
}

/** An event's text in the bundle. The stored text of its content is copied unchanged. */
function collectEvent(stored: StoredEvent, collector: EvidenceCollector): string {
  const text = stored.content ?? "";
  const { blockHash } = stored;
  const { content, record, evidenceId, disclosure } = takeEvent(stored, collector);
  const isShown = disclosure === "listed";
  return evidenceEventText(stored, {
    blockHash,
    evidenceId,
    disclosure,
    content: isShown && content ? text : undefined,
    contentText: isShown && !content ? text : undefined,
    erasure: disclosure === "erased" && record ? { ...record, contentText: record.content } : undefined,
  });
}

/** Passes a stored event to the collector. Content that is not in canonical form counts as unreadable. */
export function takeEvent(stored: StoredEvent, collector: EvidenceCollector) {
  const content = readCanonicalContent(stored.content ?? "");
  const record = recordingEventOf(stored);
  const { blockHash } = stored;
  const taken = collector.add({ header: headerOf(stored), blockHash, content, isErased: record !== undefined });
  return { ...taken, content, record };
}

function headerOf(stored: StoredEvent): EventHeader {
  const { blockHash: _hash, content: _content, tags: _tags, metadata: _metadata, erasedBy: _by, ...header } = stored;
  return header;
}

function complete(frame: EvidenceFrame, collected: Collected): Omit<Evidence, "events"> {
  const { chain, package: about, keys, limits, generator, chainSize, firstRecordedAt } = frame;
  const integrity = integrityOf({ verification: chain.verification, package: about, firstRecordedAt });
  const { model, dateRange } = about;
  return {
    chain,
    framework: collected.framework,
    generator,
    keys,
    limits,
    manifest: {
      filter: { modelId: model.id, from: dateRange.from, to: dateRange.to },
      ordering: "chainPosition ascending",
      listed: collected.listed,
      withheld: collected.withheld,
      outsidePeriod: collected.outsidePeriod,
      ...(collected.erased > 0 && { erased: collected.erased }),
      chainSize,
      firstRecordedAt,
      hashAlgorithm: "SHA-256",
      canonicalForm: "RFC 8785",
      eventSchema: "audit-event/1",
    },
    package: about,
    schema: evidenceSchema,
    statistics: collected.statistics,
    summary: { ...collected.counts, chainIntact: integrity.status === "INTACT", integrity },
  };
}

/** Elements of a list that are serialised at a time, because a proof can have a million hashes. */
const elementsAtOnce = 1_000;

function* canonicalPieces(value: unknown): Generator<string, void, undefined> {
  if (Array.isArray(value) && value.length > elementsAtOnce) {
    for (let from = 0; from < value.length; from += elementsAtOnce) {
      const some = jcs(value.slice(from, from + elementsAtOnce));
      yield `${from === 0 ? "[" : ","}${some.slice(1, -1)}`;
    }
    yield "]";
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    let separator = "{";
    for (const [name, member] of members.sort(([one], [other]) => (one < other ? -1 : 1))) {
      yield `${separator}${JSON.stringify(name)}:`;
      yield* canonicalPieces(member);
      separator = ",";
    }
    yield separator === "{" ? "{}" : "}";
  } else yield jcs(value);
}

/** UTF-16 units that are buffered before they are written. */
const chunkLength = 256 * 1024;

/** Writes text in UTF-8 chunks and hashes them. No character is split between two pieces. */
class ChunkedText {
  private pieces: string[] = [];
  private length = 0;
  private readonly hash = createHash("sha256");

  constructor(private readonly write: (chunk: Uint8Array) => Promise<void>) {}

  /** Resolves immediately while the buffer has space. */
  add(piece: string): Promise<void> | undefined {
    this.pieces.push(piece);
    this.length += piece.length;
    return this.length < chunkLength ? undefined : this.flush();
  }

  async end(): Promise<Buffer> {
    if (this.length > 0) await this.flush();
    return this.hash.digest();
  }

  private async flush(): Promise<void> {
    const chunk = Buffer.from(this.pieces.join(""));
    this.pieces = [];
    this.length = 0;
    this.hash.update(chunk);
    await this.write(chunk);
  }
}

export interface LimitsGiven {
  package: Pick<PackagePart, "dateRange" | "collectedAt" | "includeChainProof" | "includeHumanOversight">;
  chain: Pick<ChainPart, "checkpoint" | "membership" | "thread" | "withoutProof" | "verification" | "attestations">;
  /** Position up to which the chain was read. */
  chainSize: number;
  firstRecordedAt: EvidenceFrame["firstRecordedAt"];
}

/** Sentences that state what the package cannot prove and what it leaves out. */
export function limitsOf({ package: about, chain, chainSize, firstRecordedAt }: LimitsGiven): string[] {
  const { checkpoint, membership, thread, withoutProof, verification, attestations } = chain;
  const integrity = integrityOf({ verification, package: about, firstRecordedAt });
  const isProved = checkpoint !== null && membership !== null;
  const why = withoutProof === null ? "" : ` ${withoutProof}`;
  const threadSentence =
    thread === null
      ? "The package does not state that it contains all events of the model. Either the model has no events, or the statement would have required too many events from outside the period."
      : `The package contains all events of the model from position ${count(thread.from)} to ${count(thread.to)}. It does not contain events recorded after position ${count(thread.to)}, even if they have earlier timestamps.`;
  const conditional: [isSaid: boolean, sentence: string][] = [
    [
      integrity.status === "NOT_INTACT",
      "The stored chain was not intact when this package was generated. Do not rely on statements about the affected events. The verification of the chain lists the findings.",
    ],
    [integrity.status === "NOT_VERIFIED", integrity.sentence],
    ...integrity.period.map((sentence): [boolean, string] => [true, sentence]),
    [
      !about.includeHumanOversight,
      "The content of human reviews was left out on request. The package contains only the header of each review, so that reviews are counted and the thread stays complete. Statistics on review outcomes were computed from content that is not in this package.",
    ],
    [
      Boolean(verification.erased),
      "Following a legal request, the content of some events in this period, of this model or of others, was erased from the chain. The header and hashes of each of them remain, together with the event that records the erasure. The erased content cannot be recovered and does not count as evidence for any requirement.",
    ],
    [
      !about.includeChainProof,
      "The chain proof was left out on request. The package contains neither a signed checkpoint of the chain nor a statement that it contains all events of the model.",
    ],
    [
      about.includeChainProof && !isProved,
      `The package does not prove that its events belong to a signed chain.${why}`,
    ],
    [about.includeChainProof, threadSentence],
  ];
  return [
    "An intact chain shows that events were not changed after they were recorded. It does not show that an event happened or that its content is correct.",
    "The chain cannot show which events were never recorded. An operator could have left out events before they reached the service.",
    "The sender states the time of an event, which can be at most five minutes after its time of receipt. The service itself records only the time of receipt.",
    `The chain was read up to position ${count(chainSize)}. Events recorded after that position are not in this package, even if their timestamps are in the period.`,
    "Metadata that senders attach to events is not part of any hash and is not included in this package.",
    "The details of the organisation and the model, such as name, version and description, are those that the service had stored when it generated this package. The seal covers these details, but the chain does not.",
    "A signature shows only that the holder of the key signed. To confirm that a key belongs to the service, compare it with the published key, which you must obtain independently of this package.",
    operatorSentence(attestations),
    "Coverage shows which events support or contradict a requirement, based on their content. It is not an assessment of compliance.",
    ...conditional.flatMap(([isSaid, sentence]) => (isSaid ? [sentence] : [])),
  ];
}
