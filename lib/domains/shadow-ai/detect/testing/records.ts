import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { trafficRecord } from "@/lib/domains/shadow-ai/testing/logs";

/** Wednesday morning. */
export const morningMs = Date.parse("2026-11-18T10:00:00.000Z");

/** A connection from an office client to an unknown host. */
export function officeRecord(given: Partial<TrafficRecord> = {}): TrafficRecord {
  return trafficRecord({
    atMs: morningMs,
    vantage: "NETWORK_TRAFFIC",
    host: "api.brightloom.example",
    clientKey: "aaaaaaaaaaaa",
    ...given,
  });
}
