import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** Wednesday morning. */
export const morningMs = Date.parse("2026-11-18T10:00:00.000Z");

/** A connection of a client in an office, to a host in no catalogue. */
export function trafficRecord(some: Partial<TrafficRecord> = {}): TrafficRecord {
  return {
    atMs: morningMs,
    vantage: "NETWORK_TRAFFIC",
    host: "api.brightloom.example",
    port: 443,
    range: "10.20.30.x",
    clientKey: "aaaaaaaaaaaa",
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
    ...some,
  };
}
