import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";

/** Total traffic of a detection. */
type Traffic = Pick<StoredDetection, "calls" | "bytesOut">;
type Limits = Pick<StoredDetection, "snoozeMaxCalls" | "snoozeMaxBytesOut">;

/** Minimum increase of calls and bytes that ends a snooze. */
const leeway: Traffic = { calls: 100, bytesOut: 10_000_000 };

/** The limits of a new snooze: twice the traffic, but at least the leeway more. */
export function snoozeLimits(traffic: Traffic): Limits {
  return { snoozeMaxCalls: limitOf(traffic, "calls"), snoozeMaxBytesOut: limitOf(traffic, "bytesOut") };
}

function limitOf(traffic: Traffic, name: keyof Traffic): number {
  return Math.min(traffic[name] + Math.max(traffic[name], leeway[name]), Number.MAX_SAFE_INTEGER);
}

/** Whether traffic ends a snooze. */
export function exceedsSnooze({ snoozeMaxCalls, snoozeMaxBytesOut }: Limits, { calls, bytesOut }: Traffic): boolean {
  return calls > (snoozeMaxCalls ?? 0) || bytesOut > (snoozeMaxBytesOut ?? 0);
}
