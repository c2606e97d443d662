import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Lines as a vendor's documentation describes them, each with a client, a user and a query string that must not be kept. */
export interface Sample {
  title: string;
  format: LogFormat;
  lines: string[];
  /** Members of the records that are not null, without those that all of them have. */
  records: Partial<TrafficRecord>[];
}

/** The moment of every line. */
export const at = Date.UTC(2026, 10, 22, 10, 15, 0);

/** Of a client at 10.20.30.40. */
const risk = { range: "10.20.30.x", department: "Risk" };
export const network = { vantage: "NETWORK_TRAFFIC", action: "UNKNOWN", calls: 1, ...risk } as const;
export const proxy = { vantage: "PROXY", action: "ALLOWED", calls: 1, ...risk } as const;
export const dns = { vantage: "DNS", action: "UNKNOWN", calls: 1, ...risk } as const;
