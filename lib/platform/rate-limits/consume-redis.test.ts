import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { consumeAttempt, consumeFor, returnAttempt } from "@/lib/platform/rate-limits";
import { prepareRedis, type TestRedis } from "@/lib/platform/rate-limits/testing";

let redis: TestRedis;

beforeAll(async () => {
  redis = await prepareRedis();
  await redis.start();
});

afterAll(() => redis.dispose());

test("where REDIS_URL is set, an organisation's units are counted there", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("REDIS_URL", redis.url);
  const organisation = { id: newId("organisation"), tier: "STARTER" as const, livemode: true, rateLimitOverrides: {} };
  const clock = { now: () => Date.parse("2026-01-15T10:00:30.000Z") };
  const take = (units: number) => consumeFor(organisation, "audit.write", units, clock);
  expect(await take(40)).toMatchObject({ allowed: true, limit: 100, remaining: 60 });
  expect(await take(61)).toMatchObject({ allowed: false, limit: 100, remaining: 60 });
  const minute = Date.parse("2026-01-15T10:00:00.000Z") / 60_000;
  expect(await redis.client.get(`gas:rate:${organisation.id}:audit.write:${minute}`)).toBe("40");
});

test("attempts are counted there too, per window, and can be returned", async () => {
  const clock = { now: () => 900_000 * 1_000 };
  const attempts = { bucket: "sign-in:test", limit: 2, windowSeconds: 900 };
  expect(await consumeAttempt(attempts, clock)).toBe(true);
  expect(await consumeAttempt(attempts, clock)).toBe(true);
  expect(await consumeAttempt(attempts, clock)).toBe(false);
  await returnAttempt(attempts, clock);
  const key = "gas:rate:attempts:sign-in:test:1000";
  expect(await redis.client.get(key)).toBe("1");
  expect(await redis.client.ttl(key)).toBeGreaterThan(900);
  expect(await consumeAttempt(attempts, clock)).toBe(true);
  expect(await consumeAttempt(attempts, clock)).toBe(false);
  await returnAttempt({ ...attempts, bucket: "sign-in:never" }, clock);
  expect(await redis.client.exists("gas:rate:attempts:sign-in:never:1000")).toBe(0);
});
