import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** A record of an allowed connection of which nothing is known but what a test says. */
export function trafficRecord(given: Partial<TrafficRecord> = {}): TrafficRecord {
  return {
    atMs: Date.UTC(2026, 0, 15, 10),
    vantage: "PROXY",
    host: null,
    port: 443,
    range: "10.20.30.x",
    clientKey: null,
    department: null,
    method: null,
    path: null,
    status: null,
    bytesOut: null,
    bytesIn: null,
    packetsOut: null,
    packetsIn: null,
    durationMs: null,
    transport: "TCP",
    userAgent: null,
    tlsFingerprint: null,
    action: "ALLOWED",
    calls: 1,
    ai: null,
    ...given,
  };
}
