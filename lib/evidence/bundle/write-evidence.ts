import { createHash } from "node:crypto";
import { recordingEventOf, type StoredEvent } from "@/lib/audit-chain";
import type { EventHeader } from "@/lib/audit-chain/block-text";
import { evidenceEventText, readCanonicalContent } from "@/lib/evidence/bundle/evidence-event";
import type { Collected, EvidenceCollector } from "@/lib/evidence/collect/collector";
import { type ChainPart, type Evidence, evidenceSchema, type PackagePart } from "@/lib/evidence/schemas-bundle";
import { jcs } from "@/lib/jcs";

/** What a package says beside its events and what follows from them. */
export interface EvidenceFrame {
  chain: ChainPart;
  package: PackagePart;
  /** Public keys of the seal and of the checkpoint (RFC 7517). */
  keys: Evidence["keys"];
  limits: string[];
  generator: Evidence["generator"];
  /** Position up to which the chain was read. */
  chainSize: number;
}

export interface WrittenEvidence {
  /** All that was written but the events. */
  evidence: Omit<Evidence, "events">;
  collected: Collected;
  /** Of the bytes that were written: what the seal signs. */
  sha256: Buffer;
}

/**
 * Writes the canonical text (RFC 8785) of `evidence` front to back, each event once and none of them kept: constant memory
 * beside the collector's. The same frame and events make the same bytes. `write` is given about 256 KiB at a time and
 * awaited. `events`: pages in the order of positions. `onEvents` is told how many were written, after each page.
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

/** An event's text in the bundle. The stored text of its content is taken over as it is. */
function collectEvent(stored: StoredEvent, collector: EvidenceCollector): string {
  const text = stored.content ?? "";
  const content = readCanonicalContent(text);
  const { blockHash } = stored;
  const record = recordingEventOf(stored);
  const isErased = record !== undefined;
  const { evidenceId, disclosure } = collector.add({ header: headerOf(stored), blockHash, content, isErased });
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

function headerOf(stored: StoredEvent): EventHeader {
  const { blockHash: _hash, content: _content, tags: _tags, metadata: _metadata, erasedBy: _by, ...header } = stored;
  return header;
}

function complete(frame: EvidenceFrame, collected: Collected): Omit<Evidence, "events"> {
  const { chain, package: about, keys, limits, generator, chainSize } = frame;
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
      hashAlgorithm: "SHA-256",
      canonicalForm: "RFC 8785",
      eventSchema: "audit-event/1",
    },
    package: about,
    schema: evidenceSchema,
    statistics: collected.statistics,
    summary: { ...collected.counts, chainIntact: chain.verification.status === "ok" },
  };
}

/** Elements of a long list that are serialised at a time: a proof may have a million hashes. */
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

/** UTF-16 units that are gathered before they are handed on. */
const chunkLength = 256 * 1024;

/** Hands a text on in chunks of UTF-8, and hashes them. Pieces are whole: no character is divided between two. */
class ChunkedText {
  private pieces: string[] = [];
  private length = 0;
  private readonly hash = createHash("sha256");

  constructor(private readonly write: (chunk: Uint8Array) => Promise<void>) {}

  /** Resolves at once while there is room. */
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
