import type { Sighting } from "@/lib/shadow-ai/ingest/sighting";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

const portMax = 65_535;

/**
 * Completes a record with what another line tells of its connection: only what it does not know itself, but for the port. The
 * connection's is certain, where a URL's may be the usual one of its scheme; with CONNECT it is the proxy's.
 */
export function addFigures(record: TrafficRecord, figures: Sighting | TrafficRecord): void {
  record.bytesOut ??= amount(figures.bytesOut);
  record.bytesIn ??= amount(figures.bytesIn);
  record.packetsOut ??= amount(figures.packetsOut);
  record.packetsIn ??= amount(figures.packetsIn);
  record.durationMs ??= amount(figures.durationMs);
  record.transport ??= transportOf(figures.transport);
  if (record.port === null || record.method !== "CONNECT") record.port = portOf(figures.port) ?? record.port;
  if (record.action === "UNKNOWN") record.action = figures.action ?? "UNKNOWN";
}

/** A whole number from 0 on; null for none, for what is negative, and for what is no number. */
export function amount(value: number | null | undefined): number | null {
  return numberUpTo(value, Number.MAX_SAFE_INTEGER);
}

export function portOf(value: number | null | undefined): number | null {
  return value === 0 ? null : numberUpTo(value, portMax);
}

export function numberUpTo(value: number | null | undefined, max: number): number | null {
  return typeof value === "number" && value >= 0 && value <= max ? Math.round(value) : null;
}

/** From a name, in small or capital letters, or the number of IANA. */
export function transportOf(value: string | null | undefined): TrafficRecord["transport"] {
  if (value === "tcp" || value === "TCP" || value === "6") return "TCP";
  return value === "udp" || value === "UDP" || value === "17" ? "UDP" : null;
}
