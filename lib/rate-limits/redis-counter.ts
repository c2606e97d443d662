import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type Counter, keptSeconds } from "@/lib/rate-limits/counters";

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
