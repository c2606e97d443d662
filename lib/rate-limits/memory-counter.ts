import { RateLimiterMemory } from "rate-limiter-flexible";
import { type Counter, keptSeconds, type Taken } from "@/lib/rate-limits/counter";

/** Counts in this process. Each window has one timer, unref'ed, that removes it. */
export function openMemoryCounter(): Counter {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: keptSeconds, keyPrefix: "" });
  /** Takings of several units that may yet be given back: whoever comes meanwhile waits, so as not to count them. */
  const unsettled = new Map<string, Promise<Taken>>();

  async function settle(key: string, units: number, limit: number): Promise<Taken> {
    const used = (await limiter.consume(key, units)).consumedPoints;
    if (used <= limit) return { allowed: true, used };
    await limiter.reward(key, units);
    return { allowed: false, used: used - units };
  }

  async function settleAlone(key: string, units: number, limit: number): Promise<Taken> {
    for (let other = unsettled.get(key); other; other = unsettled.get(key)) await other;
    if (units === 1) return settle(key, units, limit);
    const settling = settle(key, units, limit).finally(() => unsettled.delete(key));
    unsettled.set(key, settling);
    return settling;
  }

  return {
    take: (key, units, limit) =>
      units === 1 && unsettled.size === 0 ? settle(key, units, limit) : settleAlone(key, units, limit),
    close: () => undefined,
  };
}
