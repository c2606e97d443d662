import { blockHash, type EventHeader, genesisHash, hashText } from "@/lib/domains/audit-chain/block";
import type { Erasures } from "@/lib/domains/audit-chain/verification/erasures";
import type { ChainFinding, FindingCode, Findings } from "@/lib/domains/audit-chain/verification/findings";
import { isJson } from "@/lib/domains/audit-chain/verification/json-text";

/** A stored event, with values in the format of the hashed texts. */
export interface StoredBlock extends EventHeader {
  blockHash: string;
  /** Null if missing: erased or deleted. */
  content: string | null;
  /** The copy of the tags, as JSON without white space. */
  tags: string;
}

/** The event before the first one verified. */
export interface Predecessor {
  chainPosition: number;
  blockHash: string;
  recordedAt: string;
}

export const genesis: Predecessor = { chainPosition: 0, blockHash: genesisHash, recordedAt: "" };

interface Last extends Predecessor {
  id: string | null;
  /** Recomputed hashes that its successor may name, if the recorded hash was changed. */
  otherHashes: readonly string[];
  isInconsistent: boolean;
}

interface ModelHead {
  chainPosition: number;
  blockHash: string;
}

/** In a run that starts later, the first event of a model; its predecessor is looked up afterwards. */
export interface ModelClaim {
  modelId: string;
  previousModelHash: string;
  event: { chainPosition: number; id: string };
}

/** Events at consecutive positions without any finding, verified apart from the events before them. */
export interface VerifiedEvents {
  from: number;
  /** The recorded values of the first event. */
  previousHash: string;
  recordedAt: string;
  last: Predecessor & { id: string };
  claims: ModelClaim[];
  models: [modelId: string, head: ModelHead][];
  kinds: [kind: string, events: number][];
}

const none: readonly string[] = [];

/** Hashes of changed events kept, so that their successors are not reported as changed. */
const inconsistentMax = 10_000;

/** Maximum kinds of events counted. */
export const kindsMax = 200_000;

/**
 * Checks the events of one chain in order: content, header, copy of the tags, both links, positions and receipt times.
 * After a break, it continues with the stored values, so that one edit is one finding. Pure, never throws, and keeps only
 * the end of the chain and one hash per model.
 */
export class EventVerifier {
  events = 0;
  /** Events at their expected position. */
  private inPlace = 0;
  private readonly last: Last;
  private readonly models = new Map<string, ModelHead>();
  private readonly claims = new Map<string, ModelClaim>();
  private readonly inconsistent = new Set<string>();
  private readonly kinds = new Map<string, number>();
  /** The last position with missing, exchanged or inconsistent events; broken links across it are not reported. */
  private lastBreak = 0;
  private readonly fromBeginning: boolean;

  /**
   * `end`: the last known position. An inconsistent event after it counts as renumbered, not as the end of a long gap.
   */
  constructor(
    private readonly findings: Findings,
    before: Predecessor,
    private readonly end: number,
    private readonly erasures: Pick<Erasures, "isAwaiting" | "await" | "settle">,
  ) {
    this.last = { ...before, id: null, otherHashes: none, isInconsistent: false };
    this.fromBeginning = before.chainPosition === 0;
  }

  get lastEvent(): Readonly<Last> {
    return this.last;
  }

  /** Whether there was an event at every position of the run. */
  isContiguous(from: number): boolean {
    return this.inPlace === this.last.chainPosition - from + 1;
  }

  get countsByKind(): ReadonlyMap<string, number> {
    return this.kinds;
  }

  /** The first events of models, in a run that does not start at position 1. */
  get openClaims(): IterableIterator<ModelClaim> {
    return this.claims.values();
  }

  verify(event: StoredBlock): void {
    this.events += 1;
    const computed = blockHash(event);
    if (event.content === null) {
      this.examine(event, event.contentHash, computed);
      return;
    }
    const contentHash = hashText(event.content);
    const { last } = this;
    const model = this.models.get(event.modelId);
    if (
      contentHash === event.contentHash &&
      computed === event.blockHash &&
      event.content.endsWith(`,"tags":${event.tags}}`) &&
      isJson(event.content) &&
      event.chainPosition === last.chainPosition + 1 &&
      event.previousHash === last.blockHash &&
      event.recordedAt >= last.recordedAt &&
      model !== undefined &&
      model.blockHash === event.previousModelHash
    ) {
      model.chainPosition = event.chainPosition;
      model.blockHash = event.blockHash;
      this.advance(event);
      if (this.erasures.isAwaiting) this.erasures.settle(event);
      return;
    }
    this.examine(event, contentHash, computed);
  }

  /**
   * Takes events that another verifier found valid, if they continue the chain. False if they do not: then verify each,
   * for the findings.
   */
  take({ from, previousHash, recordedAt, last, claims, models, kinds }: VerifiedEvents): boolean {
    const before = this.last;
    const continues =
      from === before.chainPosition + 1 && previousHash === before.blockHash && recordedAt >= before.recordedAt;
    const isOpen = ({ modelId }: ModelClaim) => !this.fromBeginning && !this.models.has(modelId);
    const isLinked = ({ modelId, previousModelHash }: ModelClaim) =>
      previousModelHash === (this.models.get(modelId)?.blockHash ?? genesisHash);
    if (!continues || !claims.every((claim) => isOpen(claim) || isLinked(claim))) return false;
    const events = last.chainPosition - from + 1;
    this.events += events;
    this.inPlace += events;
    for (const claim of claims.filter(isOpen)) this.claims.set(claim.modelId, claim);
    for (const [modelId, head] of models) this.models.set(modelId, head);
    for (const [kind, count] of kinds) this.count(kind, count);
    Object.assign(before, { ...last, otherHashes: none, isInconsistent: false });
    return true;
  }

  /** The events so far, for {@link take}, if they are those of the range and without a finding. */
  verified(from: number, to: number): Omit<VerifiedEvents, "previousHash" | "recordedAt"> | undefined {
    const { chainPosition, id, blockHash, recordedAt } = this.last;
    if (this.findings.anyFailed || chainPosition !== to || !this.isContiguous(from) || id === null) return undefined;
    const last = { chainPosition, id, blockHash, recordedAt };
    return { from, last, claims: [...this.claims.values()], models: [...this.models], kinds: [...this.kinds] };
  }

  private examine(event: StoredBlock, contentHash: string, computed: string): void {
    const isInconsistent = computed !== event.blockHash;
    const fromContent = contentHash === event.contentHash ? computed : blockHash({ ...event, contentHash });
    if (event.content === null) this.examineRest(event, computed);
    else this.examineContent(event, event.content, { contentHash, computed, fromContent });
    if (isInconsistent) this.remember([event.blockHash, computed, fromContent]);
    if (!this.examinePosition(event, isInconsistent)) return;
    this.examineModel(event, isInconsistent);
    if (isInconsistent) {
      const { recordedAt } = this.last;
      this.lastBreak = event.chainPosition;
      this.advance(event);
      Object.assign(this.last, { recordedAt, otherHashes: [computed, fromContent], isInconsistent: true });
      return;
    }
    if (event.recordedAt < this.last.recordedAt) {
      this.find(event, "recorded_at_backwards", this.last.recordedAt, event.recordedAt);
    }
    this.models.set(event.modelId, { chainPosition: event.chainPosition, blockHash: event.blockHash });
    this.advance(event);
    if (contentHash === event.contentHash) this.erasures.settle(event);
  }

  /** Checks an event without content; a later event must record its erasure. */
  private examineRest(event: StoredBlock, computed: string): void {
    if (computed !== event.blockHash) this.find(event, "header_mismatch", computed, event.blockHash);
    else if (event.tags !== "[]") this.find(event, "content_missing", event.contentHash, null);
    else this.erasures.await(event);
  }

  private examineContent(
    event: StoredBlock,
    content: string,
    { contentHash, computed, fromContent }: { contentHash: string; computed: string; fromContent: string },
  ): void {
    if (contentHash !== event.contentHash) {
      if (computed !== event.blockHash && fromContent === event.blockHash) {
        this.find(event, "content_hash_mismatch", contentHash, event.contentHash);
      } else this.find(event, "content_mismatch", event.contentHash, contentHash);
    } else if (computed !== event.blockHash) this.find(event, "header_mismatch", computed, event.blockHash);
    else if (!isJson(content)) this.find(event, "content_unreadable", null, null);
    else if (!content.endsWith(`,"tags":${event.tags}}`)) {
      this.find(event, "tags_mismatch", tagsOf(content), event.tags);
    }
  }

  /** Checks position and link. False for an event at a wrong position, which is skipped. */
  private examinePosition(event: StoredBlock, isInconsistent: boolean): boolean {
    const { last } = this;
    const position = event.chainPosition;
    const expected = last.chainPosition + 1;
    const isStray = isInconsistent && position > this.end;
    if (position === expected && !isStray) {
      this.examineLink(event, isInconsistent);
      return true;
    }
    this.findings.fail("linkage");
    if (position < expected || isStray) {
      if (!isInconsistent) {
        this.find(event, "position_unexpected", String(expected), String(position));
        if (position === last.chainPosition) {
          last.otherHashes = [...last.otherHashes, event.blockHash].slice(0, 8);
          this.lastBreak = expected;
        }
      }
      return false;
    }
    this.findings.find(expected, "events_missing", String(expected), String(position - 1));
    this.lastBreak = position;
    return true;
  }

  private examineLink(event: StoredBlock, isInconsistent: boolean): void {
    const { last } = this;
    if (event.previousHash === last.blockHash || last.otherHashes.includes(event.previousHash)) return;
    this.findings.fail("linkage");
    this.lastBreak = event.chainPosition;
    if (!isInconsistent && !last.isInconsistent) this.find(event, "link_mismatch", last.blockHash, event.previousHash);
  }

  private examineModel(event: StoredBlock, isInconsistent: boolean): void {
    const model = this.models.get(event.modelId);
    const { chainPosition, id, modelId, previousModelHash } = event;
    if (!model && !this.fromBeginning) {
      if (!isInconsistent) this.claims.set(modelId, { modelId, previousModelHash, event: { chainPosition, id } });
      return;
    }
    const expected = model?.blockHash ?? genesisHash;
    if (previousModelHash === expected || this.inconsistent.has(previousModelHash)) return;
    this.findings.fail("linkage");
    if (isInconsistent || this.lastBreak > (model?.chainPosition ?? 0)) return;
    this.find(event, "model_link_mismatch", expected, previousModelHash);
  }

  /** Compares {@link openClaims} with the actual predecessors. */
  settleClaims(before: ReadonlyMap<string, string>): void {
    for (const { modelId, previousModelHash, event } of this.claims.values()) {
      const expected = before.get(modelId) ?? genesisHash;
      if (previousModelHash === expected || this.inconsistent.has(previousModelHash)) continue;
      this.findings.fail("linkage");
      if (this.lastBreak === 0) this.find(event, "model_link_mismatch", expected, previousModelHash);
    }
  }

  /** Whether a hash belongs to a changed event, before or after the change. */
  isOfInconsistent(hash: string): boolean {
    return this.inconsistent.has(hash);
  }

  private remember(hashes: string[]): void {
    for (const hash of hashes) this.inconsistent.add(hash);
    for (const hash of this.inconsistent) {
      if (this.inconsistent.size <= inconsistentMax) return;
      this.inconsistent.delete(hash);
    }
  }

  private advance(event: StoredBlock): void {
    const { last } = this;
    this.count(`${event.modelId} ${event.eventType} ${event.severity} ${event.source}`);
    this.inPlace += 1;
    last.chainPosition = event.chainPosition;
    last.id = event.id;
    last.blockHash = event.blockHash;
    last.recordedAt = event.recordedAt;
    last.otherHashes = none;
    last.isInconsistent = false;
  }

  private count(kind: string, added = 1): void {
    const events = this.kinds.get(kind);
    if (events !== undefined || this.kinds.size < kindsMax) this.kinds.set(kind, (events ?? 0) + added);
  }

  private find(
    event: { chainPosition: number; id: string },
    code: FindingCode,
    expected: ChainFinding["expected"],
    actual: ChainFinding["actual"],
  ): void {
    this.findings.add({ chainPosition: event.chainPosition, eventId: event.id, code, expected, actual });
  }
}

/** The tags in a content that is JSON, or null if it has no tags. */
function tagsOf(content: string): string | null {
  const { tags } = (JSON.parse(content) ?? {}) as { tags?: unknown };
  return tags === undefined ? null : JSON.stringify(tags);
}
