/** The one source of time: verbs take it from their context, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A point in time as the contract writes it: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function isoMilliseconds(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
