import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { offHoursOf } from "@/lib/domains/shadow-ai/detect/activity";
import { couldBeModel, statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { mergeStats, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { bestVantage, namePenalty, UseDirectory, type UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

/** A bucket is five minutes long, and begins at a multiple of it. */
export const bucketMs = 5 * 60_000;

/**
 * How many uses are held between two drains. Beyond, uses that only their behaviour made interesting are let go, the first
 * come first: hosts in no catalogue are without number. Those of the catalogue are never let go; drain as often as their
 * number is to be bounded.
 */
export const mostHeldUses = 20_000;

/** A record, and the use that it belongs to. */
export interface Classified {
  use: UseFacts;
  record: TrafficRecord;
  /** Null for a candidate: a connection to a host in no catalogue that looks as if it could be to a model. */
  recognised: RecognisedUse | null;
  /** It carries files of the service, and is no call of it. */
  files: boolean;
}

/** Traffic of one use. */
export interface UseTraffic {
  use: UseFacts;
  /** By the Unix milliseconds at which the five minutes begin. */
  buckets: Map<number, TrafficStats>;
  /** By YYYY-MM-DD, UTC. */
  days: Map<string, TrafficStats>;
  total: TrafficStats;
}

interface Held {
  use: UseFacts;
  buckets: Map<number, TrafficStats>;
}

export interface AggregatorOptions {
  organisationId: string;
  catalogue: Catalogue;
  settings: ShadowAiSettings;
}

/** Adds up records of one organisation by use and by five minutes, in memory, until they are drained. */
export class TrafficAggregator {
  readonly #catalogue: Catalogue;
  readonly #isOffHours: (atMs: number) => boolean;
  readonly #uses: UseDirectory;
  readonly #held = new Map<string, Held>();
  /** Fingerprints of the held uses that are candidates alone, the first come first. */
  readonly #candidates = new Set<string>();
  #letGo = 0;

  constructor({ organisationId, catalogue, settings }: AggregatorOptions) {
    this.#catalogue = catalogue;
    this.#uses = new UseDirectory(organisationId, catalogue);
    this.#isOffHours = offHoursOf(settings.officeHours);
  }

  /** Calls of candidates that were let go since the beginning, for want of room. */
  get letGo(): number {
    return this.#letGo;
  }

  /** Uses held. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Which use a record belongs to; null where it is of no interest. Of records to hosts in no catalogue, only connections
   * are of interest whose own figures could be a model's.
   */
  classify(record: TrafficRecord): Classified | null {
    const recognised = this.#catalogue.recognise(record);
    const { host } = record;
    if (recognised !== null) {
      const use = this.#uses.recognised(recognised, record);
      const files = host !== null && host !== use.endpoint && this.#uses.carriesFiles(host);
      return { use, record, recognised, files };
    }
    if (host === null || !couldBeModel(record) || namePenalty(host) >= 0.5) return null;
    // The catalogue knows the host: either it saw no AI in this record, or nobody wants to hear of it.
    if (this.#catalogue.explain(host) !== null) return null;
    return { use: this.#uses.candidate(host, record), record, recognised, files: false };
  }

  add({ use, record, recognised, files }: Classified): void {
    const held = this.#hold(use, recognised === null);
    if (held === null) {
      this.#letGo += record.calls;
      return;
    }
    const startsAtMs = Math.floor(record.atMs / bucketMs) * bucketMs;
    const stats = statsOf(record, { recognised, files, offHours: this.#isOffHours(record.atMs) });
    const before = held.buckets.get(startsAtMs);
    held.buckets.set(startsAtMs, before === undefined ? stats : mergeStats(before, stats));
  }

  /** What was added since the last drain. */
  drain(): UseTraffic[] {
    const traffic = [...this.#held.values()].map(({ use, buckets }) => ({ use, buckets, ...totals(buckets) }));
    this.#held.clear();
    this.#candidates.clear();
    return traffic;
  }

  #hold(use: UseFacts, isCandidate: boolean): Held | null {
    const { fingerprint } = use;
    const held = this.#held.get(fingerprint);
    if (held !== undefined) {
      if (!isCandidate) this.#candidates.delete(fingerprint);
      const vantage = bestVantage(held.use.vantage, use.vantage);
      if (held.use.vantage !== vantage) held.use = { ...held.use, vantage };
      return held;
    }
    if (this.#held.size >= mostHeldUses && !this.#makeRoom(isCandidate)) return null;
    const fresh: Held = { use, buckets: new Map() };
    this.#held.set(fingerprint, fresh);
    if (isCandidate) this.#candidates.add(fingerprint);
    return fresh;
  }

  /** Lets a candidate go; a new candidate gets no room that another has. */
  #makeRoom(forCandidate: boolean): boolean {
    if (forCandidate) return false;
    const [first] = this.#candidates;
    if (first === undefined) return true;
    for (const { calls } of this.#held.get(first)?.buckets.values() ?? []) this.#letGo += calls;
    this.#held.delete(first);
    this.#candidates.delete(first);
    return true;
  }
}

function totals(buckets: Map<number, TrafficStats>): { days: Map<string, TrafficStats>; total: TrafficStats } {
  const days = new Map<string, TrafficStats>();
  for (const [startsAtMs, stats] of buckets) {
    const day = new Date(startsAtMs).toISOString().slice(0, 10);
    const before = days.get(day);
    days.set(day, before === undefined ? stats : mergeStats(before, stats));
  }
  const [first, ...others] = days.values();
  if (first === undefined) throw new Error("a use is held without traffic");
  return { days, total: others.reduce(mergeStats, first) };
}
