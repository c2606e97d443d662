/** What came of asking for units. `used` are the units taken in the window so far, a refused request's not among them. */
export interface Taken {
  allowed: boolean;
  used: number;
}

/**
 * Counts units per window. A window's key is used during that window only and forgotten some time after it: `seconds` after
 * its first unit, by default what a window of a minute needs.
 * `take` takes all units or none, and exactly `limit` units pass per key, however many ask at the same time.
 */
export interface Counter {
  take(key: string, units: number, limit: number, seconds?: number): Promise<Taken>;
  /** Gives back a unit that was taken, where its window is still counted. */
  giveBack(key: string): Promise<void>;
  close(): void;
}

/** Seconds a window's count is kept after its first unit: the minute itself, and room for clocks that differ. */
export const keptSeconds = 90;
