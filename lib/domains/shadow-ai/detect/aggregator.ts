import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { offHoursOf } from "@/lib/domains/shadow-ai/detect/activity";
import { couldBeModel, statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { mergeStats, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
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

/** Traffic of a use. */
export interface UseTraffic {
  use: UseFacts;
  /** By start time in Unix milliseconds. */
  buckets: Map<number, TrafficStats>;
  /** By YYYY-MM-DD, UTC. */
  days: Map<string, TrafficStats>;
  total: TrafficStats;
}

interface AggregatorOptions {
  organisationId: string;
  catalogue: Catalogue;
  settings: ShadowAiSettings;
}

/** Aggregates one organisation's records by use and bucket, in memory. Drain it often enough to bound memory. */
export class TrafficAggregator {
  readonly #catalogue: Catalogue;
  readonly #isOffHours: (atMs: number) => boolean;
  readonly #uses: UseDirectory;
  readonly #held = new Map<string, Pick<UseTraffic, "use" | "buckets">>();

  constructor({ organisationId, catalogue, settings }: AggregatorOptions) {
    this.#catalogue = catalogue;
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
    const held = this.#held.get(use.fingerprint) ?? { use, buckets: new Map<number, TrafficStats>() };
    const vantage = bestVantage(held.use.vantage, use.vantage);
    if (held.use.vantage !== vantage) held.use = { ...held.use, vantage };
    this.#held.set(use.fingerprint, held);
    const startsAtMs = Math.floor(record.atMs / bucketMs) * bucketMs;
    const stats = statsOf(record, { recognised, files, offHours: this.#isOffHours(record.atMs) });
    const before = held.buckets.get(startsAtMs);
    held.buckets.set(startsAtMs, before === undefined ? stats : mergeStats(before, stats));
  }

  /** Returns everything added since the last drain. */
  drain(): UseTraffic[] {
    const traffic = [...this.#held.values()].map(({ use, buckets }) => ({ use, buckets, ...totals(buckets) }));
    this.#held.clear();
    return traffic;
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
  if (first === undefined) throw new Error("use without traffic");
  return { days, total: others.reduce(mergeStats, first) };
}
