import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { type Tier, tiers } from "@/lib/platform/core/tiers";
import {
  consumeAnonymous,
  consumeAttempt,
  consumeFor,
  limitFor,
  type RateClass,
  rateClasses,
  readUsage,
  returnAttempt,
} from "@/lib/platform/rate-limits";
import { keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";

const minuteStart = Date.parse("2026-01-15T10:00:00.000Z");
const resetSeconds = minuteStart / 1_000 + 60;

function organisation(tier: Tier, rateLimitOverrides: Record<string, number> = {}): OrganisationContext {
  return { id: newId("organisation"), tier, livemode: true, rateLimitOverrides };
}

function at(epochMs: number) {
  return { now: () => epochMs };
}

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  vi.stubEnv("REDIS_URL", "");
});

/** Requests per minute on Starter, Professional, Enterprise and Founding Partner, and the classes with them. */
const published: [limits: [number, number, number, number], classes: string][] = [
  [[100, 500, 20_000, 20_000], "audit.list"],
  [
    [200, 2_000, 20_000, 20_000],
    "audit.read audit.verify models.read shadow-ai.read webhooks.read integrations.read alert-policies.read " +
      "legal-holds.read api-keys.read evidence.read reports.read activity.read mcp.call other.read",
  ],
  [
    [100, 1_000, 10_000, 10_000],
    "audit.write models.write shadow-ai.write sensors.write webhooks.write integrations.write integrations.receive " +
      "alert-policies.write erasures.write legal-holds.write api-keys.write " +
      "evidence-documents.write control-assignments.write other.write",
  ],
  [[20, 200, 2_000, 2_000], "evidence.write"],
  [[10, 50, 500, 500], "reports.write"],
];

describe("limits", () => {
  test("every class has its published limit in every tier", () => {
    const classes = published.flatMap(([limits, names]) => names.split(" ").map((name) => [name, limits] as const));
    expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(rateClasses).sort());
    for (const [name, limits] of classes) {
      expect([name, ...tiers.map((tier) => limitFor(organisation(tier), name as RateClass))]).toEqual([
        name,
        ...limits,
      ]);
    }
  });

  test("an organisation's override replaces the limit of its tier in that class only", () => {
    const partner = organisation("FOUNDING_PARTNER", { "audit.list": 50_000, "reports.write": 0 });
    const limits = (["audit.list", "reports.write", "audit.read"] as const).map((name) => limitFor(partner, name));
    expect(limits).toEqual([50_000, 0, 20_000]);
  });
});

describe("the bucket of an organisation", () => {
  test("allows exactly the limit, even for concurrent requests, and reports its state", async () => {
    const starter = organisation("STARTER");
    const take = () => consumeFor(starter, "audit.write", 1, at(minuteStart + 30_250));
    expect(await take()).toEqual({ allowed: true, limit: 100, remaining: 99, resetSeconds });
    const states = await Promise.all(Array.from({ length: 500 }, take));
    expect(states.filter((state) => state.allowed)).toHaveLength(99);
    expect(await take()).toEqual({ allowed: false, limit: 100, remaining: 0, resetSeconds });
  });

  test("takes all units of a batch or none", async () => {
    const starter = organisation("STARTER");
    const take = (units: number) => consumeFor(starter, "audit.write", units, at(minuteStart));
    expect(await take(95)).toMatchObject({ allowed: true, remaining: 5 });
    expect(await take(6)).toMatchObject({ allowed: false, remaining: 5 });
    expect(await take(1000)).toMatchObject({ allowed: false, remaining: 5 });
    expect(await take(5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take(1)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("resets at the full minute", async () => {
    const starter = organisation("STARTER");
    const take = (units: number, ms: number) => consumeFor(starter, "audit.write", units, at(minuteStart + ms));
    expect(await take(100, 59_999)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take(1, 59_999)).toMatchObject({ allowed: false, remaining: 0, resetSeconds });
    expect(await take(1, 60_000)).toMatchObject({ allowed: true, remaining: 99, resetSeconds: resetSeconds + 60 });
  });

  test("is separate for each organisation and class", async () => {
    const [one, other] = [organisation("STARTER"), organisation("STARTER")];
    await consumeFor(one, "audit.write", 100, at(minuteStart));
    expect(await consumeFor(one, "audit.write", 1, at(minuteStart))).toMatchObject({ allowed: false });
    expect(await consumeFor(one, "models.write", 1, at(minuteStart))).toMatchObject({ allowed: true, remaining: 99 });
    expect(await consumeFor(other, "audit.write", 1, at(minuteStart))).toMatchObject({ allowed: true, remaining: 99 });
  });

  test("applies an override as soon as it is set", async () => {
    const partner = organisation("FOUNDING_PARTNER", { "audit.list": 3 });
    const take = (limit: number) =>
      consumeFor({ ...partner, rateLimitOverrides: { "audit.list": limit } }, "audit.list", 1, at(minuteStart));
    for (let n = 0; n < 3; n++) expect(await take(3)).toMatchObject({ allowed: true, limit: 3 });
    expect(await take(3)).toMatchObject({ allowed: false });
    expect(await take(5)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await take(0)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test.each([0, -1, 1.5, Number.NaN])("rejects %d units", async (units) => {
    await expect(consumeFor(organisation("STARTER"), "audit.write", units, at(minuteStart))).rejects.toThrow(
      RangeError,
    );
  });

  test("returns the usage of every class without consuming units", async () => {
    const starter = organisation("STARTER", { "audit.write": 7 });
    const clock = at(minuteStart);
    await consumeFor(starter, "audit.write", 3, clock);
    for (let n = 0; n < 5; n++) await readUsage(starter, clock);
    const usage = await readUsage(starter, clock);
    expect(usage.map(({ endpointClass }) => endpointClass)).toEqual(Object.keys(rateClasses));
    expect(usage).toContainEqual({ endpointClass: "audit.write", limit: 7, used: 3, resetSeconds });
    expect(usage).toContainEqual({ endpointClass: "reports.write", limit: 10, used: 0, resetSeconds });
    expect(await consumeFor(starter, "reports.write", 10, clock)).toMatchObject({ allowed: true, remaining: 0 });
  });
});

test("an address can fail 60 times per minute", async () => {
  const take = (address: string, minute = 3) => consumeAnonymous(address, at(minuteStart + minute * 60_000));
  for (let n = 1; n <= 60; n++) expect(await take("203.0.113.9")).toMatchObject({ limit: 60, remaining: 60 - n });
  expect(await take("203.0.113.9")).toMatchObject({ allowed: false, remaining: 0 });
  expect(await take("203.0.113.10")).toMatchObject({ allowed: true, remaining: 59 });
  expect(await take("203.0.113.9", 4)).toMatchObject({ allowed: true });
});

describe("attempts", () => {
  let buckets = 0;
  function setUp(limit: number) {
    buckets += 1;
    const clock = { nowMs: 900_000 * 1_000, now: () => clock.nowMs };
    const attempts = { bucket: `test-${buckets}`, limit, windowSeconds: 900 };
    return { clock, take: () => consumeAttempt(attempts, clock), back: () => returnAttempt(attempts, clock) };
  }

  test("exactly the limit of a hundred concurrent attempts succeeds, in each bucket", async () => {
    const [{ take }, other] = [setUp(10), setUp(1)];
    const answers = await Promise.all(Array.from({ length: 100 }, take));
    expect(answers.filter(Boolean)).toHaveLength(10);
    expect(await other.take()).toBe(true);
  });

  test("are limited per window of the given length", async () => {
    const { clock, take } = setUp(1);
    expect(await take()).toBe(true);
    clock.nowMs += 899_999;
    expect(await take()).toBe(false);
    clock.nowMs += 1;
    expect(await take()).toBe(true);
  });

  test("can be returned once if they were taken", async () => {
    const { take, back } = setUp(1);
    await back();
    expect([await take(), await take()]).toEqual([true, false]);
    await back();
    expect([await take(), await take()]).toEqual([true, false]);
  });
});

describe("the count in memory", () => {
  test("takes all units of a request or none", async () => {
    const requests = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 0, max: 200 }), async (sizes, limit) => {
        const counter = openMemoryCounter();
        let passed = 0;
        const takings = sizes.map((units) => counter.take("k", units, limit));
        for (const [i, { allowed, used }] of (await Promise.all(takings)).entries()) {
          const units = sizes[i] ?? 0;
          expect(allowed).toBe(passed + units <= limit);
          if (allowed) passed += units;
          expect(used).toBe(passed);
        }
      }),
    );
  });

  test("removes a window after its end without a timer", async () => {
    vi.useFakeTimers();
    const counter = openMemoryCounter();
    for (let window = 0; window < 1_000; window++) await counter.take(`k:${window}`, 1, 10);
    await vi.advanceTimersByTimeAsync(keptSeconds * 1_000);
    expect(vi.getTimerCount()).toBeLessThan(50);
    vi.useRealTimers();
    expect(await counter.take("k:1", 1, 10)).toEqual({ allowed: true, used: 1 });
  });

  test("does not keep the process alive", async () => {
    const alive = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
    const before = alive();
    for (let i = 0; i < 100; i++) await openMemoryCounter().take(`k:${i}`, 1, 10);
    expect(alive()).toBeLessThan(before + 50);
  });
});
