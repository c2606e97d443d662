import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/**
 * A line as documented by the vendor, possibly below its header lines, and the record's expected fields, the reason to
 * skip it, or its problem.
 */
export type Row = [title: string, line: string, expected: Partial<TrafficRecord> | string];

/** The lines of a product. */
export interface Product {
  product: string;
  format: LogFormat;
  rows: Row[];
}

export const host = "api.openai.com";

/** The client 2001:db8:1::7. */
export const research = { range: "2001:db8:1::x", department: "Research" };
