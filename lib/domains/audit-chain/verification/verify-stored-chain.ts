import { setImmediate } from "node:timers/promises";
import { blockHash, genesisHash, hashText } from "@/lib/domains/audit-chain/block";
import { checkpointHash, checkSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { membersOf } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { firstPositionOf, hashBytes, hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import { RecordVerifier } from "@/lib/domains/audit-chain/records/record-verifier";
import {
  CheckpointVerifier,
  RootsAt,
  type VerifySignature,
} from "@/lib/domains/audit-chain/verification/checkpoint-verifier";
import { Erasures } from "@/lib/domains/audit-chain/verification/erasures";
import {
  EventVerifier,
  genesis,
  kindsMax,
  type Predecessor,
  type StoredBlock,
} from "@/lib/domains/audit-chain/verification/event-verifier";
import { type FindingCode, Findings, type Question } from "@/lib/domains/audit-chain/verification/findings";
import {
  type Anchor,
  anchorOf,
  type FindIssuedCheckpoints,
  findHeldStates,
  type HeldState,
  heldCodes,
} from "@/lib/domains/audit-chain/verification/held-states";
import type { Ranges } from "@/lib/domains/audit-chain/verification/range-pool";
import {
  type ChainExamination,
  type ChainReport,
  examineSchema,
  notExamined,
  type RecordsVerdict,
  unreadableFinding,
  unreadableReport,
  type Verdict,
  withSchemaVerdict,
} from "@/lib/domains/audit-chain/verification/report";
import {
  ChainSnapshot,
  type Irregularity,
  isUnreadable,
  type StoredHead,
} from "@/lib/domains/audit-chain/verification/snapshot-store";
import type { VerifiedRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { env } from "@/lib/platform/config/env";
import { clockSkewMsMax } from "@/lib/platform/core/clock-skew";
import { currentReplica } from "@/lib/platform/database/replica";
import { log } from "@/lib/platform/telemetry/log";

interface ExaminationOptions {
  /** Called periodically with the events read so far and their approximate total. */
  onProgress?: (eventsVerified: number, eventsTotal: number) => void;
  /** Defaults to the service's database. */
  databaseUrl?: string;
  verifySignature?: VerifySignature;
  /** Signed states held elsewhere. Defaults to {@link findHeldStates}. */
  held?: HeldState[];
  findIssued?: FindIssuedCheckpoints | undefined;
  erasures?: Erasures;
  /** Also compare the database's schema with the migrations, for a full chain. */
  withSchema?: boolean;
  /** Verify a long chain in ranges, with the same result. Default: event by event, in this process. */
  ranges?: Ranges;
}

const progressEvery = 10_000;

/**
 * Verifies a stored chain from one snapshot, in constant memory, and writes nothing. Tampered data of any kind is a
 * finding, not an error. @throws if the database cannot be reached.
 */
export async function verifyStoredChain(
  examination: ChainExamination,
  options: ExaminationOptions = {},
): Promise<ChainReport> {
  const { organisationId } = examination;
  const verifySignature = options.verifySignature ?? checkSignature;
  const held = options.held ?? (await findHeldStates(organisationId, verifySignature, options.findIssued));
  const given = { ...options, held };
  // After the held states, which the replica must contain.
  const replicaUrl = options.databaseUrl === undefined && (await currentReplica()) && env().DATABASE_REPLICA_URL;
  if (!replicaUrl) return verifySnapshot(examination, given);
  const onReplica = await verifySnapshot(examination, { ...given, databaseUrl: replicaUrl }).catch((err: unknown) => {
    log().warn({ organisationId, err }, "verification on the read replica failed, repeating it on the primary");
    return undefined;
  });
  // Findings are about the primary: a damaged replica is not a broken chain.
  return onReplica?.status === "ok" ? onReplica : verifySnapshot(examination, given);
}

async function verifySnapshot(
  examination: ChainExamination,
  options: ExaminationOptions & { held: HeldState[] },
): Promise<ChainReport> {
  const startedAt = performance.now();
  const { organisationId } = examination;
  const snapshot = await ChainSnapshot.open(organisationId, options.databaseUrl);
  try {
    const isWhole = examination.from === undefined && examination.to === undefined;
    const schema = options.withSchema && isWhole ? await examineSchema(snapshot) : notExamined;
    const report = await verifyEvents(snapshot, examination, options);
    return { ...withSchemaVerdict(report, schema), durationMs: since(startedAt) };
  } finally {
    await snapshot.close();
  }
}

async function verifyEvents(
  snapshot: ChainSnapshot,
  examination: ChainExamination,
  options: ExaminationOptions,
): Promise<Omit<ChainReport, "durationMs">> {
  const run = new Run(snapshot, examination, options);
  try {
    await snapshot.requireTables();
    return await run.run();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return unreadableReport(examination, error);
  } finally {
    run.close();
  }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

class Run {
  private readonly findings = new Findings();
  private readonly anchor: Anchor | undefined;
  private readonly verifySignature: VerifySignature;
  private readonly erasures: Erasures;
  private held: HeldState[] = [];
  /** Set for full chains only, which have the last state of every record. */
  private readonly records: RecordVerifier | undefined;
  private isRecordsUnreadable = false;
  private anchorHash: string | undefined;
  private isAnchorInRange = false;

  constructor(
    private readonly snapshot: ChainSnapshot,
    private readonly examination: ChainExamination,
    private readonly options: ExaminationOptions,
  ) {
    this.anchor = examination.expectedHead && anchorOf(examination.expectedHead);
    this.verifySignature = options.verifySignature ?? checkSignature;
    this.erasures = options.erasures ?? new Erasures();
    const { from = 1, to, incremental } = examination;
    if (from <= 1 && to === undefined && !incremental) this.records = new RecordVerifier(this.findings);
  }

  close(): void {
    this.records?.close();
  }

  async run(): Promise<Omit<ChainReport, "durationMs">> {
    const { snapshot, findings, examination, anchor } = this;
    const head = await snapshot.head();
    const start = await this.start();
    const from = start.chainPosition + 1;
    const end = head?.position ?? 0;
    const to = examination.to !== undefined && examination.to < end ? examination.to : undefined;
    const last = to ?? end;

    const events = new EventVerifier(findings, start, head ? last : Number.POSITIVE_INFINITY, this.erasures);
    this.isAnchorInRange =
      anchor !== undefined &&
      anchor.chainPosition >= start.chainPosition &&
      (to === undefined || anchor.chainPosition <= to);
    if (anchor && anchor.chainPosition === start.chainPosition) this.anchorHash = start.blockHash;
    const total = Math.max(0, last - start.chainPosition);
    const roots =
      from === 1
        ? new RootsAt(await snapshot.lastSizes(rootsCompared, to), Math.min(last, await snapshot.tiledEvents()))
        : undefined;
    const take = (event: StoredBlock) => {
      const findingsBefore = findings.total;
      events.verify(event);
      roots?.take(event);
      this.records?.takeEvent(event, findings.total === findingsBefore);
      if (event.chainPosition === anchor?.chainPosition) this.anchorHash = event.blockHash;
      if (events.events % progressEvery === 0) this.options.onProgress?.(events.events, total);
    };
    let next = from;
    for await (const { range, verified } of this.verifiedRanges(from, last)) {
      if (verified && events.take(verified)) {
        await this.takeRange(verified, roots);
        this.options.onProgress?.(events.events, total);
      } else await snapshot.readEvents(range, take);
      next = range.to + 1;
    }
    await snapshot.readEvents({ from: next, to }, take);
    if (next > from && from === 1 && to === undefined) await snapshot.readUnplaced(take);
    await this.settleErasures(to);
    if (from > 1) events.settleClaims(await snapshot.modelHashesBefore(from, events.openClaims));

    const isToEnd = to === undefined;
    if (isToEnd) await this.compareHead(events, head, from);
    else if (events.lastEvent.chainPosition < last) this.findTail(events, last);
    const checkpoints = await this.verifyCheckpoints(events, start.chainPosition, to, roots);
    if (isToEnd) this.compareCheckpoint(events, checkpoints);
    if (roots && isToEnd) await this.compareTiles(roots);
    await this.compareHeld(checkpoints);
    if (isToEnd && from === 1 && !findings.anyFailed) await this.compareCounts(events, head);
    this.compareAnchor(events);
    await this.compareRecords();

    const { latest } = checkpoints;
    const reached = events.lastEvent;
    return {
      organisationId: examination.organisationId,
      status: findings.anyFailed ? "failed" : findings.anyUnverified ? "not_verified" : "ok",
      verdicts: {
        content: this.verdict("content", events.events > 0),
        linkage: this.verdict("linkage", events.events > 0),
        completeness: this.verdict("completeness", isToEnd),
        checkpoints: this.verdict("checkpoints", checkpoints.checkpoints > 0),
        anchor: this.verdict("anchor", this.isAnchorInRange),
        records: this.recordsVerdict(),
        schema: "not_checked",
      },
      eventsVerified: events.events,
      erased: this.erasures.erased,
      recordsVerified: this.records?.verified ?? 0,
      recordsUnsealed: this.records?.unsealed ?? 0,
      from,
      to: reached.chainPosition,
      headHash: reached.blockHash,
      checkpoint: latest ? { ...membersOf(latest), signature: latest.signature } : null,
      findings: findings.listed,
      findingsTotal: findings.total,
    };
  }

  /**
   * The ranges of a long chain in order, each with its result if it is valid. Stops at the position from which the
   * remaining events must be read one by one.
   */
  private async *verifiedRanges(
    from: number,
    last: number,
  ): AsyncGenerator<{ range: { from: number; to: number }; verified: VerifiedRange | undefined }, void, undefined> {
    const { organisationId } = this.examination;
    const { ranges, databaseUrl = env().DATABASE_URL } = this.options;
    if (!ranges || last - from < rangesMin * ranges.events) return;
    const end = Math.min(last, await this.snapshot.lastPosition());
    const snapshot = await this.snapshot.export();
    const verify = (range: { from: number; to: number }) =>
      ranges.verify({ organisationId, databaseUrl, snapshot, ...range }).catch((error: unknown) => {
        // The range is read again here. An unavailable database or a damaged table is reported then.
        log().warn({ organisationId, ...range, err: error }, "a worker could not verify a range of the chain");
        return undefined;
      });
    const started: { range: { from: number; to: number }; result: ReturnType<typeof verify> }[] = [];
    // A range with findings takes longer, and a changed position may be far after all others.
    let failed = 0;
    for (let next = from; failed < failedRangesMax; ) {
      while (started.length < ranges.ahead && next + ranges.events <= end + 1) {
        const range = { from: next, to: next + ranges.events - 1 };
        started.push({ range, result: verify(range) });
        next = range.to + 1;
      }
      const first = started.shift();
      if (!first) return;
      const verified = await first.result;
      if (!verified) failed += 1;
      yield { range: first.range, verified };
    }
  }

  /** The effects of valid events besides those on the {@link EventVerifier}. */
  private async takeRange({ from, hashes, notable }: VerifiedRange, roots: RootsAt | undefined): Promise<void> {
    const entries = Buffer.from(hashes, "base64");
    for (const event of notable) {
      if (event.content === null) this.erasures.await(event);
      else {
        this.erasures.settle(event);
        this.records?.takeEvent(event, true);
      }
    }
    for (let at = 0; at < entries.length; at += hashBytes) {
      const entry = entries.subarray(at, at + hashBytes);
      const chainPosition = from + at / hashBytes;
      roots?.takeEntry(chainPosition, entry);
      if (chainPosition === this.anchor?.chainPosition) this.anchorHash = hashOf(entry);
      if (chainPosition % entriesOfTurn === 0) await setImmediate();
    }
  }

  private verdict(question: Question, isChecked = true): Verdict {
    if (this.findings.hasFailed(question)) return "failed";
    if (this.findings.isUnverified(question)) return "not_verified";
    return isChecked ? "ok" : "not_checked";
  }

  private recordsVerdict(): RecordsVerdict {
    if (this.isRecordsUnreadable) return "unreadable";
    const verdict = this.verdict("records", this.records !== undefined);
    return verdict === "ok" && this.records && this.records.unsealed > 0 ? "not_sealed" : verdict;
  }

  private async compareRecords(): Promise<void> {
    const { records } = this;
    if (!records) return;
    try {
      await this.snapshot.readRecords((table, id, hash) => records.takeRow(table, id, hash));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.isRecordsUnreadable = true;
      this.findings.add(unreadableFinding(0, error), "records");
      return;
    }
    records.settle();
  }

  /** The event before the first one verified. */
  private async start(): Promise<Predecessor> {
    const { from = 1, incremental } = this.examination;
    if (incremental) return (await this.lastSigned()) ?? genesis;
    if (from <= 1) return genesis;
    const before = await this.snapshot.eventAt(from - 1);
    if (before) return before;
    const missing = String(from - 1);
    this.findings.find(from - 1, "events_missing", missing, missing);
    return { chainPosition: from - 1, blockHash: genesisHash, recordedAt: "" };
  }

  /** The last valid checkpoint, not later than the caller's saved one; undefined starts a full run. */
  private async lastSigned(): Promise<Predecessor | undefined> {
    const upTo = this.anchor?.chainPosition;
    for (const checkpoint of await this.snapshot.latestCheckpoints(triedCheckpoints, upTo)) {
      if (checkpoint.eventHash !== checkpoint.headHash || this.verifySignature(checkpoint) !== "valid") continue;
      return this.snapshot.eventAt(checkpoint.size);
    }
    return undefined;
  }

  /**
   * A missing content without a recorded erasure is a finding. If the run ends before the chain, the recording event may
   * follow later; it is looked up by the index.
   */
  private async settleErasures(to: number | undefined): Promise<void> {
    const { erasures, findings, snapshot } = this;
    for (;;) {
      const awaited = to === undefined ? [] : erasures.listAwaited();
      for (let i = 0; i < awaited.length; i += recordsAtOnce) {
        const positions = awaited.slice(i, i + recordsAtOnce).map(({ chainPosition }) => chainPosition);
        const records = await snapshot.recordingEvents(positions, to ?? 0);
        for (const record of records.filter(matchesItsHashes)) erasures.settle(record);
      }
      for (const { chainPosition, id, contentHash } of erasures.listAwaited()) {
        findings.find(chainPosition, "content_missing", contentHash, null, id);
      }
      const from = erasures.takeUnread();
      if (from === undefined) return;
      await snapshot.readEvents({ from, to }, (event) => {
        if (event.content !== null && matchesItsHashes(event)) erasures.settle(event);
        else if (event.content === null && event.tags === "[]" && blockHash(event) === event.blockHash) {
          erasures.await(event);
        }
      });
    }
  }

  private async compareHead(events: EventVerifier, head: StoredHead | undefined, from: number): Promise<void> {
    const { findings } = this;
    const last = events.lastEvent;
    const complain = (code: FindingCode, chainPosition: number, expected: string | null, actual: string | null) =>
      findings.find(chainPosition, code, expected, actual, chainPosition === last.chainPosition ? last.id : null);
    if (!head) return complain("head_missing", last.chainPosition, last.blockHash, null);
    if (last.chainPosition < head.position) return this.findTail(events, head.position);
    if (last.chainPosition > head.position) {
      return complain("events_beyond_head", head.position + 1, String(head.position), String(last.chainPosition));
    }
    if (last.isInconsistent ? !events.isOfInconsistent(head.blockHash) : head.blockHash !== last.blockHash) {
      complain("head_mismatch", head.position, last.blockHash, head.blockHash);
    } else if (!last.isInconsistent && head.recordedAt !== last.recordedAt) {
      complain("head_mismatch", head.position, last.recordedAt, head.recordedAt);
    } else if (!last.isInconsistent && isInFuture(head)) {
      complain("recorded_in_future", head.position, head.databaseTime, head.recordedAt);
    }
    if (!events.isContiguous(from)) findings.fail("completeness");
    if (from === 1 && events.events !== head.position) findings.fail("completeness");
    if (from > 1 && (await this.snapshot.countBefore(from)) !== from - 1) {
      findings.fail("completeness");
      const irregularity = await this.snapshot.firstIrregularityBefore(from);
      if (irregularity) this.findIrregularity(irregularity);
    }
  }

  /** Events before the run's first event were only counted. */
  private findIrregularity({ chainPosition, preceding }: Irregularity): void {
    const expected = preceding + 1;
    const isGap = chainPosition > expected;
    this.findings.find(
      isGap ? expected : chainPosition,
      isGap ? "events_missing" : "position_unexpected",
      String(expected),
      String(isGap ? chainPosition - 1 : chainPosition),
    );
  }

  private findTail(events: EventVerifier, end: number): void {
    const { chainPosition } = events.lastEvent;
    this.findings.find(chainPosition + 1, "tail_missing", String(end), String(chainPosition));
  }

  private async verifyCheckpoints(
    events: EventVerifier,
    startPosition: number,
    to: number | undefined,
    roots: RootsAt | undefined,
  ): Promise<CheckpointVerifier> {
    const { anchor, findings, snapshot } = this;
    // Changed or missing events, which are findings already, also change the roots.
    const isWhole = !findings.hasFailed("content") && !findings.hasFailed("linkage");
    const [before] = startPosition > 0 ? await snapshot.latestCheckpoints(1, startPosition - 1) : [];
    const checkpoints = new CheckpointVerifier(
      findings,
      (hash) => events.isOfInconsistent(hash),
      before,
      anchor?.checkpoint && checkpointHash(anchor.checkpoint),
      this.verifySignature,
      isWhole ? roots : undefined,
    );
    this.held = (this.options.held ?? []).filter(
      ({ size }) => size >= startPosition && (to === undefined || size <= to),
    );
    for (const { checkpointHash: hash, size } of this.held) checkpoints.awaited.set(hash, size);
    for await (const checkpoint of snapshot.checkpoints(startPosition > 0 ? startPosition - 1 : undefined)) {
      if (to !== undefined && checkpoint.size > to) break;
      checkpoints.verify(checkpoint);
    }
    if (anchor?.checkpoint && this.isAnchorInRange && !checkpoints.hasSaved) {
      findings.find(anchor.chainPosition, "checkpoint_missing", checkpointHash(anchor.checkpoint), null);
    }
    return checkpoints;
  }

  /** A held state that is not stored was deleted, or was signed over a different history. */
  private async compareHeld({ awaited, altered }: CheckpointVerifier): Promise<void> {
    for (const { source, size, checkpointHash, headHash } of this.held) {
      if (!awaited.delete(checkpointHash)) continue;
      const event = await this.snapshot.eventAt(size);
      const isRewritten = headHash !== undefined && event?.blockHash !== headHash;
      if (!isRewritten && altered.has(size)) continue;
      const [expected, actual] = isRewritten ? [headHash, event?.blockHash ?? null] : [checkpointHash, null];
      this.findings.find(size, heldCodes[source], expected, actual);
    }
  }

  /** A valid checkpoint larger than the chain proves that events at the end were deleted. */
  private compareCheckpoint(events: EventVerifier, { latest }: CheckpointVerifier): void {
    if (!latest || latest.size <= events.lastEvent.chainPosition) return;
    if (this.findings.hasFailed("completeness")) return;
    this.findTail(events, latest.size);
  }

  private async compareCounts(events: EventVerifier, head: StoredHead | undefined): Promise<void> {
    const counted = events.countsByKind;
    if (!head || counted.size >= kindsMax) return;
    const stored = await this.snapshot.counts();
    const kind = [...new Set([...counted.keys(), ...stored.keys()])].find(
      (key) => counted.get(key) !== stored.get(key),
    );
    if (kind === undefined) return;
    this.findings.find(
      head.position,
      "counts_mismatch",
      `${kind}: ${counted.get(kind) ?? 0}`,
      `${kind}: ${stored.get(kind) ?? 0}`,
    );
  }

  /** Compares tiles, from which proofs are created. Changed events, which are findings already, also change tiles. */
  private async compareTiles({ tiles }: RootsAt): Promise<void> {
    const { findings, snapshot } = this;
    if (findings.hasFailed("content") || findings.hasFailed("linkage") || findings.hasFailed("completeness")) return;
    for await (const { level, index, digest } of snapshot.tiles()) {
      const expected = tiles.of({ level, index });
      if (digest === expected) continue;
      findings.find(firstPositionOf({ level, index }), "tile_mismatch", expected ?? null, digest);
    }
  }

  private compareAnchor(events: EventVerifier): void {
    const { anchor, anchorHash } = this;
    if (!anchor || !this.isAnchorInRange || anchorHash === anchor.blockHash) return;
    // The event's own change is a finding already.
    if (anchorHash !== undefined && events.isOfInconsistent(anchor.blockHash)) return;
    this.findings.find(anchor.chainPosition, "anchor_mismatch", anchor.blockHash, anchorHash ?? null);
  }
}

/** Maximum checkpoints (the latest) whose roots are compared, to limit memory. */
const rootsCompared = 10_000;

/** Minimum number of ranges for which workers are used. */
const rangesMin = 4;

/** Maximum number of ranges with findings. The events after them are read one by one. */
const failedRangesMax = 8;

/** Entries appended to the tree before yielding: a few milliseconds of work. */
const entriesOfTurn = 2_000;

/** Recording events looked up at a time. */
const recordsAtOnce = 500;

/** By more than the tolerated clock difference. */
function isInFuture({ recordedAt, databaseTime }: StoredHead): boolean {
  return Date.parse(recordedAt) > Date.parse(databaseTime) + clockSkewMsMax;
}

function matchesItsHashes(event: StoredBlock): boolean {
  return (
    event.content !== null && hashText(event.content) === event.contentHash && blockHash(event) === event.blockHash
  );
}

/** Checkpoints that an incremental run checks before it falls back to a full run. */
const triedCheckpoints = 10;
