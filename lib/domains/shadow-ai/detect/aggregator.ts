import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { offHoursOf } from "@/lib/domains/shadow-ai/detect/activity";
import { couldBeModel, statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { addStats, mergeStats, noRange, sum, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
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
  /** Whether only the bytes count: a file transfer for the service, or late byte counts of a counted call. */
  files: boolean;
}

/** Traffic of one user on one day. */
export interface UserDay {
  /** A pseudonym (`userPseudonym`). */
  user: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** Calls and DNS queries. */
  requests: number;
  bytesOut: number;
  bytesIn: number;
  firstAtMs: number;
  lastAtMs: number;
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
  /** Empty if the organisation has not enabled user pseudonyms, or the log has no users. */
  users: UserDay[];
}

interface Held {
  use: UseFacts;
  /** By range, then by start time. */
  ranges: Map<string, Map<number, TrafficStats>>;
  /** By day and user. */
  users: Map<string, UserDay>;
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
  readonly #held = new Map<string, Held>();

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
    const held: Held = this.#held.get(use.fingerprint) ?? { use, ranges: new Map(), users: new Map() };
    const vantage = bestVantage(held.use.vantage, use.vantage);
    if (held.use.vantage !== vantage) held.use = { ...held.use, vantage };
    this.#held.set(use.fingerprint, held);
    const range = record.range ?? noRange;
    const buckets = held.ranges.get(range) ?? new Map<number, TrafficStats>();
    held.ranges.set(range, buckets);
    const startsAtMs = Math.floor(record.atMs / bucketMs) * bucketMs;
    const offHours = this.#isOffHours(record.atMs);
    const stats = statsOf(record, { recognised, files, offHours, source: this.#source });
    addStats(buckets, startsAtMs, stats);
    if (record.user) addToUser(held.users, record.user, record.atMs, stats);
  }

  /** Returns everything added since the last drain. */
  drain(): UseTraffic[] {
    const traffic = [...this.#held.values()].map(({ use, ranges, users }) => ({
      ...{ use, ...totals(ranges) },
      users: [...users.values()],
    }));
    this.#held.clear();
    return traffic;
  }
}

function totals(bucketsOf: Map<string, Map<number, TrafficStats>>): Omit<UseTraffic, "use" | "users"> {
  const ranges = new Map([...bucketsOf].map(([range, buckets]) => [range, { buckets, days: daysOf(buckets) }]));
  const [only, ...more] = ranges.values();
  if (only === undefined) throw new Error("use without traffic");
  const { buckets, days } = more.length === 0 ? only : mergeAll([only, ...more]);
  return { buckets, days, ranges, total: [...days.values()].reduce(mergeStats) };
}

function mergeAll(ranges: TimedTraffic[]): TimedTraffic {
  const buckets = new Map<number, TrafficStats>();
  for (const [startsAtMs, stats] of ranges.flatMap((one) => [...one.buckets])) addStats(buckets, startsAtMs, stats);
  return { buckets, days: daysOf(buckets) };
}

function daysOf(buckets: Map<number, TrafficStats>): Map<string, TrafficStats> {
  const days = new Map<string, TrafficStats>();
  for (const [startsAtMs, stats] of buckets) addStats(days, new Date(startsAtMs).toISOString().slice(0, 10), stats);
  return days;
}

function addToUser(users: Map<string, UserDay>, user: string, atMs: number, stats: TrafficStats): void {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const key = `${day} ${user}`;
  const none = { user, day, requests: 0, bytesOut: 0, bytesIn: 0, firstAtMs: atMs, lastAtMs: atMs };
  const before = users.get(key) ?? none;
  users.set(key, {
    ...{ user, day },
    requests: sum(before.requests, stats.calls + stats.dnsQueries),
    bytesOut: sum(before.bytesOut, stats.bytesOut),
    bytesIn: sum(before.bytesIn, stats.bytesIn),
    firstAtMs: Math.min(before.firstAtMs, atMs),
    lastAtMs: Math.max(before.lastAtMs, atMs),
  });
}
