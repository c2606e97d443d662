import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { SkippedLines } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Lines as documented by the vendor, each with a client, a user and a query string that must not be stored. */
export interface Sample {
  title: string;
  /** The product, if several samples are of the same one. */
  product?: string;
  format: LogFormat;
  lines: string[];
  /** Expected record fields that are not null, without the common ones. */
  records: Partial<TrafficRecord>[];
  /** Expected numbers of skipped lines. */
  skipped?: SkippedLines;
}

/** The time of every line. */
export const at = Date.UTC(2026, 10, 22, 10, 15, 0);

/** The client address is 10.20.30.40. */
const risk = { range: "10.20.30.x", department: "Risk" };
export const network = { vantage: "NETWORK_TRAFFIC", action: "UNKNOWN", calls: 1, ...risk } as const;
export const proxy = { vantage: "PROXY", action: "ALLOWED", calls: 1, ...risk } as const;
export const dns = { vantage: "DNS", action: "UNKNOWN", calls: 1, ...risk } as const;
