import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { offHoursOf } from "@/lib/domains/shadow-ai/detect/activity";
import { couldBeModel, statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { mergeStats, noRange, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { bestVantage, namePenalty, UseDirectory, type UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

/** Buckets are five minutes long and aligned. */
export const bucketMs = 5 * 60_000;

/** A record with its use. */
export interface Classified {
  use: UseFacts;
  record: TrafficRecord;
  /** Null for a candidate: a connection to an unknown host with model-like traffic. */
  recognised: RecognisedUse | null;
  /** A file transfer for the service, which is not a call. */
  files: boolean;
}

/** Traffic by time. */
interface TimedTraffic {
  /** By start time in Unix milliseconds. */
  buckets: Map<number, TrafficStats>;
  /** By YYYY-MM-DD, UTC. */
  days: Map<string, TrafficStats>;
}

/** Traffic of a use. */
export interface UseTraffic extends TimedTraffic {
  use: UseFacts;
  total: TrafficStats;
  /** The same traffic by masked range, or `noRange`. */
  ranges: Map<string, TimedTraffic>;
}

interface AggregatorOptions {
  organisationId: string;
  catalogue: Catalogue;
  settings: ShadowAiSettings;
  /** The source of the records, if known. */
  source?: string;
}

/** Aggregates one organisation's records by use and bucket, in memory. Drain it often enough to bound memory. */
export class TrafficAggregator {
  readonly #catalogue: Catalogue;
  readonly #isOffHours: (atMs: number) => boolean;
  readonly #uses: UseDirectory;
  readonly #source: string | undefined;
  readonly #held = new Map<string, { use: UseFacts; ranges: Map<string, Map<number, TrafficStats>> }>();

  constructor({ organisationId, catalogue, settings, source }: AggregatorOptions) {
    this.#catalogue = catalogue;
    this.#source = source;
    this.#uses = new UseDirectory(organisationId, catalogue);
    this.#isOffHours = offHoursOf(settings.officeHours);
  }

  /** The use of a record; null if it is irrelevant. For unknown hosts, only model-like connections are relevant. */
  classify(record: TrafficRecord): Classified | null {
    const recognised = this.#catalogue.recognise(record);
    const { host } = record;
    if (recognised !== null) {
      const use = this.#uses.recognised(recognised, record);
      const files = host !== null && host !== use.endpoint && this.#uses.carriesFiles(host);
      return { use, record, recognised, files };
    }
    if (host === null || !couldBeModel(record) || namePenalty(host) >= 0.5) return null;
    // A catalogue host without AI traffic, or an ignored host.
    if (this.#catalogue.explain(host) !== null) return null;
    return { use: this.#uses.candidate(host, record), record, recognised, files: false };
  }

  add({ use, record, recognised, files }: Classified): void {
    const held = this.#held.get(use.fingerprint) ?? { use, ranges: new Map<string, Map<number, TrafficStats>>() };
    const vantage = bestVantage(held.use.vantage, use.vantage);
    if (held.use.vantage !== vantage) held.use = { ...held.use, vantage };
    this.#held.set(use.fingerprint, held);
    const range = record.range ?? noRange;
    const buckets = held.ranges.get(range) ?? new Map<number, TrafficStats>();
    held.ranges.set(range, buckets);
    const startsAtMs = Math.floor(record.atMs / bucketMs) * bucketMs;
    const offHours = this.#isOffHours(record.atMs);
    addTo(buckets, startsAtMs, statsOf(record, { recognised, files, offHours, source: this.#source }));
  }

  /** Returns everything added since the last drain. */
  drain(): UseTraffic[] {
    const traffic = [...this.#held.values()].map(({ use, ranges }) => ({ use, ...totals(ranges) }));
    this.#held.clear();
    return traffic;
  }
}

function totals(bucketsOf: Map<string, Map<number, TrafficStats>>): Omit<UseTraffic, "use"> {
  const ranges = new Map([...bucketsOf].map(([range, buckets]) => [range, { buckets, days: daysOf(buckets) }]));
  const [only, ...more] = ranges.values();
  if (only === undefined) throw new Error("use without traffic");
  const { buckets, days } = more.length === 0 ? only : mergeAll([only, ...more]);
  return { buckets, days, ranges, total: [...days.values()].reduce(mergeStats) };
}

function mergeAll(ranges: TimedTraffic[]): TimedTraffic {
  const buckets = new Map<number, TrafficStats>();
  for (const [startsAtMs, stats] of ranges.flatMap((one) => [...one.buckets])) addTo(buckets, startsAtMs, stats);
  return { buckets, days: daysOf(buckets) };
}

function daysOf(buckets: Map<number, TrafficStats>): Map<string, TrafficStats> {
  const days = new Map<string, TrafficStats>();
  for (const [startsAtMs, stats] of buckets) addTo(days, new Date(startsAtMs).toISOString().slice(0, 10), stats);
  return days;
}

function addTo<Key>(into: Map<Key, TrafficStats>, key: Key, stats: TrafficStats): void {
  const before = into.get(key);
  into.set(key, before === undefined ? stats : mergeStats(before, stats));
}
