import { RateLimiterMemory } from "rate-limiter-flexible";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { openRedisCounter } from "@/lib/rate-limits/redis-counter";

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

const probeEveryMs = 500;

/**
 * Counts in Redis. When Redis fails once, or its connection is lost, everything is counted in memory, where the window
 * starts anew, until a probe finds that Redis counts again; so a request waits for a silent Redis at most once, at most
 * 250 ms, and none is refused for it. What was counted in memory is not carried over.
 */
export function openFailoverCounter(redisUrl: string): Counter {
  const redis = openRedisCounter(redisUrl);
  const memory = openMemoryCounter();
  let state: "up" | "down" | "closed" = "up";
  let probe: NodeJS.Timeout | undefined;

  function lose(reason: string): void {
    if (state !== "up") return;
    state = "down";
    log().warn({ reason }, "Redis does not answer: rate limits are counted in memory");
    probeLater();
  }

  function probeLater(): void {
    probe = setTimeout(probeNow, probeEveryMs).unref();
  }

  /** Does what a request would do: a Redis that answers but cannot write is not back. */
  async function probeNow(): Promise<void> {
    try {
      await redis.take("probe", 1, Number.MAX_SAFE_INTEGER);
    } catch {
      if (state === "down") probeLater();
      return;
    }
    if (state !== "down") return;
    state = "up";
    log().info("Redis answers again: rate limits are counted there");
  }

  redis.onLost(lose);

  return {
    async take(key, units, limit, seconds) {
      if (state === "up") {
        try {
          return await redis.take(key, units, limit, seconds);
        } catch (error) {
          lose(error instanceof Error ? error.message : String(error));
        }
      }
      metrics().rateLimitFailovers.inc();
      return memory.take(key, units, limit, seconds);
    },
    async giveBack(key) {
      if (state === "up") {
        try {
          return await redis.giveBack(key);
        } catch (error) {
          lose(error instanceof Error ? error.message : String(error));
        }
      }
      return memory.giveBack(key);
    },
    close() {
      state = "closed";
      clearTimeout(probe);
      redis.close();
    },
  };
}
