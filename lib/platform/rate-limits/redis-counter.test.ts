import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { consumeAttempt, consumeFor, returnAttempt } from "@/lib/platform/rate-limits";
import type { Counter } from "@/lib/platform/rate-limits/counters";
import { answerMsMax, openFailoverCounter } from "@/lib/platform/rate-limits/redis-counter";
import { prepareRedis, type TestRedis } from "@/lib/platform/rate-limits/testing";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Longer than a request may wait for Redis, with a margin for a busy machine, and far less than a hang. */
const boundMs = answerMsMax + 750;

let redis: TestRedis;
let counters: Counter[];
let warned: MockInstance;
let informed: MockInstance;

beforeEach(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("LOG_LEVEL", "silent");
  redis = await prepareRedis();
  counters = [];
  warned = vi.spyOn(log(), "warn");
  informed = vi.spyOn(log(), "info");
});

afterEach(async () => {
  for (const counter of counters) counter.close();
  await redis.dispose();
});

describe("counting in Redis", () => {
  beforeEach(() => redis.start());

  test("is shared, so that two instances together allow exactly the limit", async () => {
    const [one, other] = [open(), open()];
    const takings = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? one : other).take("k", 1, 100));
    const taken = await Promise.all(takings);
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(await other.take("k", 1, 100)).toEqual({ allowed: false, used: 100 });
    expect(warned).not.toHaveBeenCalled();
  });

  test("takes all requested units or none, on any instance", async () => {
    const [one, other] = [open(), open()];
    expect(await one.take("k", 0, 100)).toEqual({ allowed: true, used: 0 });
    expect(await one.take("k", 95, 100)).toEqual({ allowed: true, used: 95 });
    const mixed = await Promise.all([one.take("k", 6, 100), other.take("k", 3, 100), one.take("k", 1000, 100)]);
    expect(mixed.map(({ allowed }) => allowed)).toEqual([false, true, false]);
    expect(await other.take("k", 0, 100)).toEqual({ allowed: true, used: 98 });
    expect(await other.take("k", 2, 100)).toEqual({ allowed: true, used: 100 });
  });

  test("stays in Redis if this process was suspended", async () => {
    const counter = open();
    await counter.take("k", 1, 100);
    const taking = counter.take("k", 1, 100);
    const until = performance.now() + 2 * answerMsMax;
    while (performance.now() < until);
    expect(await taking).toEqual({ allowed: true, used: 2 });
    expect(warned).not.toHaveBeenCalled();
  });

  test("is used if REDIS_URL is set, and the counts expire", async () => {
    vi.stubEnv("REDIS_URL", redis.url);
    forgetSingletons("env", "rate-limit-counter");
    const minute = 29_474_520;
    const clock = { now: () => minute * 60_000 };
    const id = newId("organisation");
    const organisation = { id, tier: "STARTER" as const, livemode: true, rateLimitOverrides: {} };
    const take = (units: number) => consumeFor(organisation, "audit.write", units, clock);
    expect(await take(40)).toMatchObject({ allowed: true, limit: 100, remaining: 60 });
    expect(await take(61)).toMatchObject({ allowed: false, limit: 100, remaining: 60 });
    const key = `gas:rate:${id}:audit.write:${minute}`;
    expect(await redis.client.get(key)).toBe("40");
    const seconds = await redis.client.ttl(key);
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(90);

    const attempts = { bucket: "sign-in:test", limit: 2, windowSeconds: 900 };
    const attempt = () => consumeAttempt(attempts, clock);
    expect([await attempt(), await attempt(), await attempt()]).toEqual([true, true, false]);
    await returnAttempt(attempts, clock);
    const attemptKey = `gas:rate:attempts:sign-in:test:${minute / 15}`;
    expect(await redis.client.get(attemptKey)).toBe("1");
    expect(await redis.client.ttl(attemptKey)).toBeGreaterThan(900);
    expect([await attempt(), await attempt()]).toEqual([true, false]);
    await returnAttempt({ ...attempts, bucket: "sign-in:never" }, clock);
    expect(await redis.client.exists(`gas:rate:attempts:sign-in:never:${minute / 15}`)).toBe(0);
  });
});

describe("when Redis fails", () => {
  test("requests are counted in memory without rejections or delays, and later in Redis again", async () => {
    await redis.start();
    const counter = open();
    const before = await failovers();
    await expect(takeAfresh(counter)).resolves.toBe("redis");

    const stream = requestsUntil(counter, () => warned.mock.calls.length > 0);
    await redis.kill();
    const { slowestMs } = await stream;
    expect(slowestMs).toBeLessThan(boundMs);
    for (let n = 0; n < 50; n++) expect(await takeAfresh(counter, { lookUp: false })).toBe("allowed");
    expect(await failovers()).toBeGreaterThanOrEqual(before + 50);
    expect(await availability()).toBe(0);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(informed).not.toHaveBeenCalled();

    await redis.start();
    await vi.waitFor(async () => expect(await takeAfresh(counter)).toBe("redis"), { timeout: 30_000, interval: 20 });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(informed).toHaveBeenCalledTimes(1);
    expect(await availability()).toBe(1);
  });

  test("the limit still applies in memory", async () => {
    const counter = open();
    const taken = await Promise.all(Array.from({ length: 150 }, () => counter.take("k", 1, 100)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(100);
    expect(await counter.take("k", 1, 100)).toEqual({ allowed: false, used: 100 });
  });

  test("a silent server delays one request by at most 250 ms, and no further ones", async () => {
    await redis.start();
    const counter = open();
    await takeAfresh(counter);
    redis.signal("SIGSTOP");
    const together = await Promise.all(Array.from({ length: 100 }, () => timed(() => counter.take("k", 1, 1000))));
    for (const { result, ms } of together) {
      expect(result.allowed).toBe(true);
      expect(ms).toBeLessThan(boundMs);
    }
    expect(warned).toHaveBeenCalledTimes(1);
    const { result, ms } = await timed(async () => {
      for (let n = 0; n < 1_000; n++) await counter.take("k", 1, 2_000);
      return counter.take("k", 1, 2_000);
    });
    expect(result.used).toBe(1_101);
    expect(ms).toBeLessThan(answerMsMax);

    redis.signal("SIGCONT");
    await vi.waitFor(async () => expect(await takeAfresh(counter)).toBe("redis"), { timeout: 30_000, interval: 20 });
    expect(informed).toHaveBeenCalledTimes(1);
  });

  test("requests pass before Redis is available, and use it from then on", async () => {
    const counter = open();
    const { result, ms } = await timed(() => counter.take("k", 1, 100));
    expect(result).toEqual({ allowed: true, used: 1 });
    expect(ms).toBeLessThan(boundMs);
    await redis.start();
    await vi.waitFor(async () => expect(await takeAfresh(counter)).toBe("redis"), { timeout: 30_000, interval: 20 });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(informed).toHaveBeenCalledTimes(1);
  });

  test("a server that rejects writes counts as failed until it accepts them again", { tags: "full" }, async () => {
    await redis.start();
    const counter = open();
    await takeAfresh(counter);
    await redis.client.config("SET", "maxmemory", "1");
    expect(await counter.take("k", 1, 100)).toEqual({ allowed: true, used: 1 });
    await vi.waitFor(async () => expect(await refusedWrites()).toBeGreaterThan(3), { timeout: 30_000, interval: 20 });
    expect(await counter.take("k", 1, 100)).toEqual({ allowed: true, used: 2 });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(informed).not.toHaveBeenCalled();
    await redis.client.config("SET", "maxmemory", "0");
    await vi.waitFor(async () => expect(await takeAfresh(counter)).toBe("redis"), { timeout: 30_000, interval: 20 });
    expect(informed).toHaveBeenCalledTimes(1);
  });
});

function open(): Counter {
  const counter = openFailoverCounter(redis.url);
  counters.push(counter);
  return counter;
}

/** Takes a unit of a new window and returns where it was counted. */
async function takeAfresh(counter: Counter, { lookUp = true } = {}): Promise<string> {
  const key = newId("request");
  const { allowed } = await counter.take(key, 1, 1);
  if (!allowed) return "refused";
  if (!lookUp) return "allowed";
  return (await redis.client.get(`gas:rate:${key}`)) === "1" ? "redis" : "memory";
}

/** Sends sequential requests until the condition is met. Fails if one is rejected. */
async function requestsUntil(counter: Counter, condition: () => boolean): Promise<{ slowestMs: number }> {
  let slowestMs = 0;
  while (!condition()) {
    const { result, ms } = await timed(() => counter.take("stream", 1, 1_000_000_000));
    expect(result.allowed).toBe(true);
    slowestMs = Math.max(slowestMs, ms);
    await new Promise(setImmediate);
  }
  return { slowestMs };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

async function failovers(): Promise<number> {
  return (await metrics().rateLimitFailovers.get()).values[0]?.value ?? 0;
}

async function availability(): Promise<number> {
  const text = await metrics().registry.getSingleMetricAsString("gas_redis_available");
  return Number(/^gas_redis_available (\d)$/m.exec(text)?.[1]);
}

async function refusedWrites(): Promise<number> {
  return Number(/errorstat_OOM:count=(\d+)/.exec(await redis.client.info("errorstats"))?.[1] ?? 0);
}
