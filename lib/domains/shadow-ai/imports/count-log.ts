import { createHmac } from "node:crypto";
import { setImmediate as othersFirst } from "node:timers/promises";
import { type Classified, TrafficAggregator } from "@/lib/domains/shadow-ai/detect";
import { findResolved, lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { addSeparateTraffic, addTraffic } from "@/lib/domains/shadow-ai/imports/add-traffic";
import { openClientKeys } from "@/lib/domains/shadow-ai/imports/client-keys";
import { type ImportTally, ReadingBudget } from "@/lib/domains/shadow-ai/imports/import-tally";
import { type ImportKey, noteProgress } from "@/lib/domains/shadow-ai/imports/source-store";
import { updateWaiting, waitingConnections } from "@/lib/domains/shadow-ai/imports/waiting-store";
import {
  type LogInput,
  type ReadBatch,
  type ReadOptions,
  readRecords,
  stopwatch,
} from "@/lib/domains/shadow-ai/ingest";
import { organisationCatalogue } from "@/lib/domains/shadow-ai/organisation/catalogue";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { ImportChannel, ReadingOptions } from "@/lib/domains/shadow-ai/schemas-sources";
import { addUsers } from "@/lib/domains/shadow-ai/users/user-days";
import { openUserKey, type UserKey } from "@/lib/domains/shadow-ai/users/user-keys";
import { separateKeys } from "@/lib/domains/shadow-ai/uses/resolved-traffic";
import { hashesKeptFrom, timeliness } from "@/lib/domains/shadow-ai/uses/traffic-retention";
import { findSeen, insertSeen } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { findUnits, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Context } from "@/lib/platform/core/context";
import { purposeKey } from "@/lib/platform/crypto/secrets";
import { inTransaction } from "@/lib/platform/database/db";

export interface LogToCount extends ReadingOptions {
  /** Files that are read together. Lines about the same connection are joined across files. */
  inputs: LogInput[];
  via: ImportChannel;
  /** The time from which the age of records is calculated. The current time by default. */
  receivedAt?: Date;
  /** Accepts records older than the settings allow, up to the retention period. */
  backfill?: boolean;
  /** Skips the analysis of the uses. The importer runs it at a time of its choice. */
  leaveAnalysis?: boolean;
  limits?: NonNullable<ReadOptions["limits"]> & {
    /**
     * Maximum number of hosts outside the catalogue, per user group, that one log may add for observation; 20,000. Real
     * logs contain few. The limit keeps invented names from filling the database.
     */
    candidates?: number;
    /**
     * Unreadable lines accepted if they are at least half of all lines; five times as many in any log. No limit by
     * default.
     */
    badLines?: number;
    /** Records of all lines, because one line may contain many. No limit by default. */
    records?: number;
    /** Processor time for parsing and recognising, in milliseconds. No limit by default. */
    cpuMs?: number;
  };
}

export interface ImportProgress {
  lines: number;
  /** After decompression. */
  bytesRead: number;
}

interface Counting {
  key: ImportKey;
  /** Receives the outcome of each line. */
  tally: ImportTally;
  onProgress: (progress: ImportProgress) => void;
}

/** Maximum number of relevant records per transaction, and of uses among them. Limits memory. */
const recordsMax = 20_000;
const usesMax = 2_000;
const candidatesMax = 20_000;
const tooManyCandidates =
  "The log contains more possible AI hosts outside the catalogue than can be analysed. Some of them were skipped.";
/** Maximum delay before read records are counted. */
const settleMs = 5_000;

/**
 * Reads the inputs to their end and counts the observed uses. If an input breaks off, the lines before the break are
 * counted.
 */
export async function countLog(ctx: Context, given: LogToCount, { key, tally, onProgress }: Counting): Promise<void> {
  const nowMs = ctx.clock.now();
  const receivedAtMs = given.receivedAt?.getTime() ?? nowMs;
  const settings = await findSettings(undefined, key.organisationId);
  const { organisationId } = key;
  const catalogue = await organisationCatalogue(undefined, organisationId);
  const aggregation = { organisationId, catalogue, settings, source: key.sourceId };
  // A member who views pseudonyms could otherwise find the pseudonym of a name by uploading a log.
  const userKey = given.via === "DASHBOARD" ? undefined : await openUserKey(undefined, organisationId);
  const counter = new RecordCounter(ctx, key, tally, {
    aggregator: new TrafficAggregator(aggregation),
    separate: new TrafficAggregator(aggregation),
    refusalOf: timeliness({ nowMs: receivedAtMs, ...settings, backfill: given.backfill ?? false }),
    seenOn: hashesKeptFrom(nowMs, given.backfill ?? false),
    candidatesMax: given.limits?.candidates ?? candidatesMax,
    userKey,
    leaveAnalysis: given.leaveAnalysis ?? false,
  });
  const budget = new ReadingBudget(given.limits);
  try {
    for await (const batch of readRecords(given.inputs, {
      ...(await readOptions(key, given, settings, { nowMs, receivedAtMs })),
      userKey: userKey?.key,
    })) {
      tally.addBatch(batch);
      const cpuMs = stopwatch();
      counter.take(batch);
      budget.spend(batch, cpuMs());
      if (counter.isFull) await counter.startSettling();
      onProgress({ lines: tally.lines, bytesRead: tally.bytesRead });
      await othersFirst();
    }
  } finally {
    await counter.settle();
  }
}

async function readOptions(
  key: ImportKey,
  { format, mapping, timeZone, limits }: LogToCount,
  { departments }: ShadowAiSettings,
  { nowMs, receivedAtMs }: { nowMs: number; receivedAtMs: number },
): Promise<ReadOptions> {
  const { organisationId } = key;
  return {
    waiting: waitingConnections(key, nowMs),
    format,
    mapping,
    zone: timeZone,
    limits,
    hashKey: createHmac("sha256", purposeKey("log-lines")).update(organisationId).digest(),
    clientKeyOf: await openClientKeys(organisationId, nowMs),
    departments: departments.flatMap(({ name, ranges }) => ranges.map((range) => ({ range, department: name }))),
    receivedAtMs,
  };
}

interface CounterOptions {
  aggregator: TrafficAggregator;
  /** Traffic that is also counted separately (`separateKeys`). */
  separate: TrafficAggregator;
  /** The reason for rejecting a record by its time; null for an accepted record. */
  refusalOf: (atMs: number) => string | null;
  seenOn: Date;
  candidatesMax: number;
  userKey: UserKey | undefined;
  leaveAnalysis: boolean;
}

/** Collects relevant records and counts them in batches while reading continues. */
class RecordCounter {
  /** Relevant records that are not counted yet, by line hash. */
  #pending = new Map<bigint, Classified>();
  /** Pending records of connections whose byte counts are missing, by line hash. */
  #named = new Map<bigint, bigint>();
  /** The line hashes of pending records, by the hashes that earlier versions stored for them. */
  #earlier = new Map<bigint, bigint>();
  #completed: bigint[] = [];
  /** The units of uses with pending records, by fingerprint. */
  readonly #uses = new Map<string, string>();
  readonly #candidates = new Set<string>();
  #settledAtMs = performance.now();
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly ctx: Context,
    private readonly key: ImportKey,
    private readonly tally: ImportTally,
    private readonly options: CounterOptions,
  ) {}

  get isFull(): boolean {
    if (this.#pending.size >= recordsMax || this.#uses.size >= usesMax) return true;
    return performance.now() - this.#settledAtMs > settleMs;
  }

  take({ records, file }: ReadBatch): void {
    const { tally } = this;
    const { aggregator, refusalOf } = this.options;
    for (const line of records) {
      const refusal = refusalOf(line.record.atMs);
      if (refusal !== null) {
        tally.reject(file, line.line, refusal);
        continue;
      }
      tally.see(line.record.atMs);
      const classified = aggregator.classify(line.record);
      if (classified === null) {
        tally.accepted += 1;
        continue;
      }
      if (!this.#mayWatch(classified)) {
        tally.passOver(file, line.line, tooManyCandidates);
        continue;
      }
      const hash = line.hash();
      if (this.#pending.has(hash)) tally.duplicates += 1;
      else this.#pending.set(hash, line.completes === null ? classified : { ...classified, files: true });
      const earlier = line.earlierHash();
      if (earlier !== null) this.#earlier.set(earlier, hash);
      if (line.completes !== null) this.#completed.push(line.completes);
      const connection = classified.recognised === null ? null : line.waitsFor();
      if (connection !== null) this.#named.set(hash, connection);
      this.#uses.set(classified.use.fingerprint, classified.use.unit);
    }
  }

  #mayWatch({ recognised, use: { fingerprint } }: Classified): boolean {
    if (recognised !== null || this.#candidates.has(fingerprint)) return true;
    if (this.#candidates.size >= this.options.candidatesMax) return false;
    this.#candidates.add(fingerprint);
    return true;
  }

  /** Starts counting the collected records after the previous batch. At most two batches are in memory. */
  async startSettling(): Promise<void> {
    await this.#underWay;
    this.#underWay = this.#commit();
    // The next awaiting caller receives the error.
    this.#underWay.catch(() => undefined);
  }

  /** Counts all collected records. Failed batches are not retried, because the sender repeats the log. */
  async settle(): Promise<void> {
    await this.startSettling();
    await this.#underWay;
  }

  /**
   * Counts each record exactly once. The transaction that adds the records also stores their hashes and the progress,
   * so an interrupted import can be repeated.
   */
  async #commit(): Promise<void> {
    const { key, tally, ctx } = this;
    const { organisationId } = key;
    const { aggregator, separate, seenOn, leaveAnalysis, userKey } = this.options;
    const now = new Date(ctx.clock.now());
    const pending = this.#pending;
    const units = new Map(this.#uses);
    const [waiting, completed, earlier] = [this.#named, this.#completed, this.#earlier];
    this.#pending = new Map();
    this.#named = new Map();
    this.#earlier = new Map();
    this.#completed = [];
    this.#uses.clear();
    this.#settledAtMs = performance.now();
    const counted = await inTransaction(undefined, async (tx) => {
      await lockDetections(tx, organisationId);
      const fresh = await insertSeen(tx, organisationId, [...pending.keys()], seenOn);
      const known = await findSeen(tx, organisationId, [...earlier.keys()]);
      for (const [other, hash] of earlier) if (known.has(other.toString())) fresh.delete(hash.toString());
      // A stored use can belong to another unit than a new one.
      const stored = await findUnits(tx, organisationId, [...units.keys()]);
      for (const [fingerprint, unit] of stored) units.set(fingerprint, unit);
      const resolved = await findResolved(tx, organisationId, [...new Set(units.values())]);
      const named = new Map<bigint, TrafficRecord>();
      for (const [hash, classified] of pending) {
        if (!fresh.has(hash.toString())) continue;
        aggregator.add(classified);
        const connection = waiting.get(hash);
        if (connection !== undefined) named.set(connection, { ...classified.record, user: null });
        const { use, record } = classified;
        const unit = units.get(use.fingerprint) ?? use.unit;
        const counted = { ...record, shared: unit !== use.fingerprint };
        for (const fingerprint of separateKeys(resolved.get(unit) ?? [], counted)) {
          separate.add({ ...classified, use: { ...use, fingerprint } });
        }
      }
      if (fresh.size > 0) {
        const [traffic, separately] = [aggregator.drain(), separate.drain()];
        await addTraffic(tx, key, traffic, { units, now });
        await addSeparateTraffic(tx, key, separately);
        if (userKey) await addUsers(tx, organisationId, userKey, [...traffic, ...separately]);
        if (!leaveAnalysis) await requestAnalysis(tx, organisationId);
      }
      await updateWaiting(tx, key, { named, completed }, now);
      await noteProgress(tx, key, tally.figuresWith(fresh.size, pending.size - fresh.size), now);
      return fresh.size;
    });
    tally.addCounted(counted, pending.size - counted);
  }
}
