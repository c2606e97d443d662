import { RateLimiterMemory } from "rate-limiter-flexible";
import { type Counter, keptSeconds, type Taken } from "@/lib/rate-limits/counter";

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
