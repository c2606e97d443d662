/** The source of time. Operations use the clock of their context, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const sharedKey = Symbol.for("governance-audit-service/time");
const shared = globalThis as unknown as { [sharedKey]?: { skewMs: number; allowsSimulation: boolean } };
shared[sharedKey] ??= { skewMs: 0, allowsSimulation: false };
const time = shared[sharedKey];

/** The estimated time of the database: the process's time, corrected by the last known skew. */
export function estimatedDatabaseNow(): number {
  return Date.now() - time.skewMs;
}

/** Records how many milliseconds this process's clock is ahead of the database's. */
export function noteClockSkew(skewMs: number): void {
  time.skewMs = skewMs;
}

/**
 * Allows a simulated clock to set `recordedAt`, for tests and the history of sample data. The service never calls this:
 * its events always have the database's time.
 */
export function allowSimulatedTime(isAllowed: boolean): void {
  time.allowsSimulation = isAllowed;
}

/** The time of a simulated clock; undefined for the system clock, or if simulation is not allowed. */
export function simulatedTime(clock: Clock): string | undefined {
  return time.allowsSimulation && clock !== systemClock ? isoMilliseconds(clock.now()) : undefined;
}

/** A time in the format of the API: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function isoMilliseconds(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

type IsoDates<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name];
};

/** A row with its dates as the API shows them: UTC with milliseconds. */
export function withIsoDates<Row extends object>(row: Row): IsoDates<Row> {
  const shown = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(shown) as IsoDates<Row>;
}
