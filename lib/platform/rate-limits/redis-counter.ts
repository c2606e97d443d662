import { Redis } from "ioredis";
import { Gauge } from "prom-client";
import { type Counter, keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How long to wait for a response from Redis. */
export const answerMsMax = 250;

/** How long until a silent connection is replaced. */
const deadMs = 2_000;

/** Both are atomic. ARGV of `takeUnits`: units, seconds to keep, limit. It returns whether all were taken, and the total. */
const scripts = {
  takeUnits: {
    numberOfKeys: 1,
    lua: `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local wanted = used + tonumber(ARGV[1])
if wanted > tonumber(ARGV[3]) then return { 0, used } end
redis.call('set', KEYS[1], string.format('%.0f', wanted), 'EX', ARGV[2])
return { 1, wanted }`,
  },
  /** Decrements an existing count without changing its expiry. */
  returnUnit: {
    numberOfKeys: 1,
    lua: "if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end",
  },
};

type ScriptedRedis = Redis & {
  takeUnits(key: string, units: number, seconds: number, limit: number): Promise<[allowed: number, used: number]>;
  returnUnit(key: string): Promise<unknown>;
};

interface RedisCounter extends Counter {
  /** Calls back with the reason if the connection is lost or fails. */
  onLost(listener: (reason: string) => void): void;
}

/**
 * Counts in Redis, shared by all instances. `take` rejects if Redis fails or does not respond within 250 ms. Reconnects
 * in the background.
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
    keyPrefix: "gas:rate:",
    scripts,
  }) as ScriptedRedis;
  let reason = "the connection was closed";
  client.on("error", (error: Error) => {
    reason = error.message;
  });
  return {
    async take(key, units, limit, seconds = keptSeconds) {
      const [allowed, used] = await inTime(client.takeUnits(key, units, seconds, limit));
      return { allowed: allowed === 1, used };
    },
    async giveBack(key) {
      await inTime(client.returnUnit(key));
    },
    onLost: (listener) => void client.on("close", () => listener(reason)),
    close: () => client.disconnect(),
  };
}

/** Reads a response that arrived while this process was blocked before giving up. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no response within ${answerMsMax} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), answerMsMax);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const probeEveryMs = 500;
const metricName = "gas_redis_available";

/** Registers the metric of the counter that was opened last. */
export function redisMetric(isAvailable: () => boolean): void {
  const { registry } = metrics();
  registry.removeSingleMetric(metricName);
  new Gauge({
    name: metricName,
    help: "1 if rate limits are counted in Redis, or 0 if they are counted in memory because Redis is unavailable.",
    registers: [registry],
    collect() {
      this.set(Number(isAvailable()));
    },
  });
}

/**
 * Counts in Redis. After a failure, counts in memory with a new window until a probe succeeds, so a request waits at
 * most once, for at most 250 ms, and none is rejected because of Redis. Counts in memory are not carried over.
 */
export function openFailoverCounter(redisUrl: string): Counter {
  const redis = openRedisCounter(redisUrl);
  const memory = openMemoryCounter();
  let state: "up" | "down" | "closed" = "up";
  let probe: NodeJS.Timeout | undefined;

  function failOver(reason: string): void {
    if (state !== "up") return;
    state = "down";
    log().warn({ reason }, "Redis is unavailable: counting rate limits in memory");
    scheduleProbe();
  }

  function scheduleProbe(): void {
    probe = setTimeout(runProbe, probeEveryMs).unref();
  }

  /** Writes like a request, because Redis can respond without being able to write. */
  const writeOnce = () => redis.take("probe", 1, Number.MAX_SAFE_INTEGER);

  async function runProbe(): Promise<void> {
    try {
      await writeOnce();
    } catch {
      if (state === "down") scheduleProbe();
      return;
    }
    if (state !== "down") return;
    state = "up";
    log().info("Redis is available again: counting rate limits in Redis");
  }

  async function count<T>(work: (counter: Counter) => Promise<T>, onFailover?: () => void): Promise<T> {
    if (state === "up") {
      try {
        return await work(redis);
      } catch (error) {
        failOver(error instanceof Error ? error.message : String(error));
      }
    }
    onFailover?.();
    return work(memory);
  }

  redis.onLost(failOver);
  redisMetric(() => state === "up");

  return {
    take: (...units) =>
      count(
        (counter) => counter.take(...units),
        () => metrics().rateLimitFailovers.inc(),
      ),
    giveBack: (key) => count((counter) => counter.giveBack(key)),
    probe: writeOnce,
    close() {
      state = "closed";
      clearTimeout(probe);
      redis.close();
    },
  };
}
