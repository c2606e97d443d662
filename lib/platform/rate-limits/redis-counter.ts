import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type Counter, keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Milliseconds after which an answer of Redis is waited for no longer. */
export const answerMsMax = 250;

/** Milliseconds after which a silent connection is given up and made anew. */
const deadMs = 2_000;

/**
 * Takes all units or none, in one step. ARGV: units, seconds to keep, limit. Answers the units there would be with those
 * asked for: more than the limit means that none were taken.
 */
const takeAllOrNone = `
local wanted = tonumber(redis.call('get', KEYS[1]) or '0') + tonumber(ARGV[1])
if wanted <= tonumber(ARGV[3]) then
  redis.call('set', KEYS[1], string.format('%.0f', wanted), 'EX', ARGV[2])
end
return { wanted, 0 }`;

/** Leaves alone what has been forgotten, and the time that is left of what has not. */
const giveOneBack = "if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end";

const keyPrefix = "gas:rate";

interface RedisCounter extends Counter {
  /** Calls back whenever the connection is lost or cannot be made, with the reason. */
  onLost(listener: (reason: string) => void): void;
}

/**
 * Counts in Redis, shared by every instance that uses the same server. `take` rejects when Redis does not answer within
 * 250 ms, refuses, or is away; the connection is restored in the background, for ever.
 */
export function openRedisCounter(url: string): RedisCounter {
  const client = new Redis(url, {
    commandTimeout: deadMs,
    connectTimeout: deadMs,
    socketTimeout: deadMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  let reason = "the connection was closed";
  client.on("error", (error: Error) => {
    reason = error.message;
  });

  const limiters = new Map<number, RateLimiterRedis>();

  function limiterOf(limit: number): RateLimiterRedis {
    const known = limiters.get(limit);
    if (known) return known;
    const made = new RateLimiterRedis({
      storeClient: client,
      points: limit,
      duration: keptSeconds,
      keyPrefix,
      customIncrTtlLuaScript: takeAllOrNone,
    });
    limiters.set(limit, made);
    return made;
  }

  return {
    async take(key, units, limit, seconds = keptSeconds) {
      try {
        const taking = limiterOf(limit).consume(key, units, { customDuration: seconds });
        return { allowed: true, used: (await inTime(taking)).consumedPoints };
      } catch (thrown) {
        if (thrown instanceof RateLimiterRes) return { allowed: false, used: thrown.consumedPoints - units };
        throw thrown;
      }
    },
    async giveBack(key) {
      await inTime(client.eval(giveOneBack, 1, `${keyPrefix}:${key}`));
    },
    onLost(listener) {
      client.on("close", () => listener(reason));
    },
    close: () => client.disconnect(),
  };
}

/** When this process itself was held up, an answer that has arrived meanwhile is read before the time is up. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${answerMsMax} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), answerMsMax);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
