/** The one source of time: verbs take it from their context, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const sharedKey = Symbol.for("governance-audit-service/time");
const shared = globalThis as unknown as { [sharedKey]?: { skewMs: number; allowsSimulation: boolean } };
shared[sharedKey] ??= { skewMs: 0, allowsSimulation: false };
const time = shared[sharedKey];

/** The database's time as this process estimates it: its own, corrected by the last known skew. */
export function estimatedDatabaseNow(): number {
  return Date.now() - time.skewMs;
}

/** Records by how many milliseconds this process's clock is ahead of the database's. */
export function noteClockSkew(skewMs: number): void {
  time.skewMs = skewMs;
}

/**
 * Lets a clock other than the system's set `recordedAt`. For tests that write events of another time. The service never
 * calls this: its events carry the database's time, whatever clock a context has.
 */
export function allowSimulatedTime(isAllowed: boolean): void {
  time.allowsSimulation = isAllowed;
}

/** The time of a simulated clock; undefined for the system's clock, and where simulation is not allowed. */
export function simulatedTime(clock: Clock): string | undefined {
  return time.allowsSimulation && clock !== systemClock ? isoMilliseconds(clock.now()) : undefined;
}

/** A point in time as the contract writes it: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function isoMilliseconds(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
