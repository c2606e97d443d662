import { RateLimiterMemory } from "rate-limiter-flexible";

/** What came of asking for units. `used` are the units taken in the window so far, a refused request's not among them. */
interface Taken {
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

/** Counts in this process. Each window has one timer, unref'ed, that removes it. */
export function openMemoryCounter(): Counter {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: keptSeconds, keyPrefix: "" });
  /** Takings of several units that may yet be given back: whoever comes meanwhile waits, so as not to count them. */
  const unsettled = new Map<string, Promise<Taken>>();

  async function settle(key: string, units: number, limit: number, seconds = keptSeconds): Promise<Taken> {
    const used = (await limiter.consume(key, units, { customDuration: seconds })).consumedPoints;
    if (used <= limit) return { allowed: true, used };
    await limiter.reward(key, units);
    return { allowed: false, used: used - units };
  }

  async function settleAlone(key: string, units: number, limit: number, seconds?: number): Promise<Taken> {
    for (let other = unsettled.get(key); other; other = unsettled.get(key)) await other;
    if (units === 1) return settle(key, units, limit, seconds);
    const settling = settle(key, units, limit, seconds).finally(() => unsettled.delete(key));
    unsettled.set(key, settling);
    return settling;
  }

  return {
    take: (key, units, limit, seconds) =>
      units === 1 && unsettled.size === 0
        ? settle(key, units, limit, seconds)
        : settleAlone(key, units, limit, seconds),
    async giveBack(key) {
      if ((await limiter.get(key)) !== null) await limiter.reward(key, 1);
    },
    close: () => undefined,
  };
}
