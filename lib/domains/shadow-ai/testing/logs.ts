import type { LogInput } from "@/lib/domains/shadow-ai/ingest";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** A script's call to a model API in the service's NDJSON format, with all data that must not be stored. */
export function nativeLine(given: Record<string, unknown> = {}): string {
  return JSON.stringify({
    at: "2026-11-20T09:15:00.000Z",
    vantage: "PROXY",
    client: "10.20.30.40",
    host: "api.openai.com",
    url: "https://j.smith:hunter2@api.openai.com/v1/chat/completions?key=sk-secret-in-query",
    method: "POST",
    status: 200,
    bytesOut: 2_000,
    bytesIn: 9_000,
    durationMs: 1_800,
    userAgent: "OpenAI/Python 1.51.0",
    action: "ALLOWED",
    ...given,
  });
}

/** Different lines of this kind, one second apart. */
export function nativeLines(count: number, given: Record<string, unknown> = {}, startMs = logStartMs): string[] {
  return Array.from({ length: count }, (_, i) =>
    nativeLine({ at: new Date(startMs + i * 1000).toISOString(), ...given }),
  );
}

export const logStartMs = Date.parse("2026-11-20T09:15:00.000Z");

/** A log with these lines, in one or several pieces. */
export function inputOf(lines: string[], name = "log.ndjson"): LogInput {
  return { name, bytes: bytesOf(Buffer.from(lines.map((line) => `${line}\n`).join(""))) };
}

/** Bytes as they would arrive, in pieces. */
export async function* bytesOf(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array, void, undefined> {
  for (let i = 0; i < bytes.length; i += pieceBytes) yield bytes.subarray(i, i + pieceBytes);
}

/** A log that ends with an error after these lines. */
export function brokenInput(lines: string[], error: Error): LogInput {
  return { name: "log.ndjson", bytes: breaking(inputOf(lines).bytes, error) };
}

async function* breaking(bytes: AsyncIterable<Uint8Array>, error: Error): AsyncGenerator<Uint8Array, void, undefined> {
  yield* bytes;
  throw error;
}

/** A record of an allowed connection with only the given values. */
export function trafficRecord(given: Partial<TrafficRecord> = {}): TrafficRecord {
  return {
    atMs: Date.UTC(2026, 0, 15, 10),
    vantage: "PROXY",
    host: null,
    port: 443,
    range: "10.20.30.x",
    clientKey: null,
    user: null,
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
