/** `used` excludes the units of a rejected request. */
interface Taken {
  allowed: boolean;
  used: number;
}

/**
 * Counts units per window. The key of a window expires `seconds` after its first unit. `take` takes all units or none;
 * exactly `limit` units pass per key, regardless of concurrency.
 */
export interface Counter {
  take(key: string, units: number, limit: number, seconds?: number): Promise<Taken>;
  /** Returns a unit, if its window has not expired. */
  giveBack(key: string): Promise<void>;
  /** Counts once in Redis. Rejects if Redis does not respond. Undefined for a counter in memory. */
  probe?(): Promise<unknown>;
  close(): void;
}

/** Seconds that a window's count is kept: a minute, and tolerance for clock differences. */
export const keptSeconds = 90;

/** Counts in this process. An unref'ed timer removes each window. */
export function openMemoryCounter(): Counter {
  const windows = new Map<string, number>();
  return {
    async take(key, units, limit, seconds = keptSeconds) {
      const known = windows.get(key);
      const used = (known ?? 0) + units;
      if (used > limit) return { allowed: false, used: used - units };
      if (known === undefined) setTimeout(() => windows.delete(key), seconds * 1_000).unref();
      windows.set(key, used);
      return { allowed: true, used };
    },
    async giveBack(key) {
      const used = windows.get(key) ?? 0;
      if (used > 0) windows.set(key, used - 1);
    },
    close: () => undefined,
  };
}
