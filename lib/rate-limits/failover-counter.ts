import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import type { Counter } from "@/lib/rate-limits/counter";
import { openMemoryCounter } from "@/lib/rate-limits/memory-counter";
import { openRedisCounter } from "@/lib/rate-limits/redis-counter";

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
