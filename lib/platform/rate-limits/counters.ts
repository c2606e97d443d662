import { RateLimiterMemory } from "rate-limiter-flexible";

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
  close(): void;
}

/** Seconds that a window's count is kept: a minute, and tolerance for clock differences. */
export const keptSeconds = 90;

/** Counts in this process. An unref'ed timer removes each window. */
export function openMemoryCounter(): Counter {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: keptSeconds, keyPrefix: "" });
  /** Requests for several units that may still be rejected. Later requests wait for them. */
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
