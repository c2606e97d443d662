import { beforeEach, describe, expect, test, vi } from "vitest";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Tier } from "@/lib/platform/core/tiers";
import { consumeAnonymous, consumeFor } from "@/lib/platform/rate-limits";

const minuteStart = Date.parse("2026-01-15T10:00:00.000Z");

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

describe("an organisation's bucket", () => {
  test("allows exactly as many requests as the limit, and reports its state", async () => {
    const starter = organisation("STARTER");
    const clock = at(minuteStart + 30_250);
    for (let n = 1; n <= 100; n++) {
      const state = await consumeFor(starter, "audit.write", 1, clock);
      expect(state).toEqual({ allowed: true, limit: 100, remaining: 100 - n, resetSeconds: minuteStart / 1000 + 60 });
    }
    for (let n = 0; n < 3; n++) {
      expect(await consumeFor(starter, "audit.write", 1, clock)).toMatchObject({ allowed: false, remaining: 0 });
    }
  });

  test("exactly as many when all arrive together", async () => {
    const starter = organisation("STARTER");
    const states = await Promise.all(
      Array.from({ length: 500 }, () => consumeFor(starter, "audit.write", 1, at(minuteStart))),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(100);
    expect(Math.min(...states.map((state) => state.remaining))).toBe(0);
  });

  test("a batch takes its units; one that does not fit takes none", async () => {
    const starter = organisation("STARTER");
    const take = (units: number) => consumeFor(starter, "audit.write", units, at(minuteStart));
    expect(await take(95)).toMatchObject({ allowed: true, remaining: 5 });
    expect(await take(6)).toMatchObject({ allowed: false, remaining: 5 });
    expect(await take(1000)).toMatchObject({ allowed: false, remaining: 5 });
    expect(await take(5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take(1)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("ends with the minute: full at :59.999, new at :00.000", async () => {
    const starter = organisation("STARTER");
    const last = at(minuteStart + 59_999);
    const next = at(minuteStart + 60_000);
    expect(await consumeFor(starter, "audit.write", 100, last)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await consumeFor(starter, "audit.write", 1, last)).toEqual({
      allowed: false,
      limit: 100,
      remaining: 0,
      resetSeconds: minuteStart / 1000 + 60,
    });
    expect(await consumeFor(starter, "audit.write", 1, next)).toEqual({
      allowed: true,
      limit: 100,
      remaining: 99,
      resetSeconds: minuteStart / 1000 + 120,
    });
  });

  test("is the organisation's own, one for each class", async () => {
    const [one, other] = [organisation("STARTER"), organisation("STARTER")];
    await consumeFor(one, "audit.write", 100, at(minuteStart));
    expect(await consumeFor(one, "audit.write", 1, at(minuteStart))).toMatchObject({ allowed: false });
    expect(await consumeFor(one, "models.write", 1, at(minuteStart))).toMatchObject({ allowed: true, remaining: 99 });
    expect(await consumeFor(other, "audit.write", 1, at(minuteStart))).toMatchObject({ allowed: true, remaining: 99 });
  });

  test("has the organisation's own figure, from the moment it is set", async () => {
    const partner = organisation("FOUNDING_PARTNER", { "audit.list": 3 });
    for (let n = 0; n < 3; n++) {
      expect(await consumeFor(partner, "audit.list", 1, at(minuteStart))).toMatchObject({ allowed: true, limit: 3 });
    }
    expect(await consumeFor(partner, "audit.list", 1, at(minuteStart))).toMatchObject({ allowed: false });
    const raised = { ...partner, rateLimitOverrides: { "audit.list": 5 } };
    expect(await consumeFor(raised, "audit.list", 1, at(minuteStart))).toMatchObject({ allowed: true, remaining: 1 });
    const lowered = { ...partner, rateLimitOverrides: { "audit.list": 0 } };
    expect(await consumeFor(lowered, "audit.list", 1, at(minuteStart))).toMatchObject({ allowed: false, remaining: 0 });
  });

  test.each([0, -1, 1.5, Number.NaN])("%d is not a number of units", async (units) => {
    await expect(consumeFor(organisation("STARTER"), "audit.write", units, at(minuteStart))).rejects.toThrow(
      RangeError,
    );
  });
});

describe("an address's bucket", () => {
  test("lets 60 failures a minute pass, for each address", async () => {
    const clock = at(minuteStart + 180_000);
    for (let n = 1; n <= 60; n++) {
      const state = await consumeAnonymous("203.0.113.9", clock);
      expect(state).toEqual({ allowed: true, limit: 60, remaining: 60 - n, resetSeconds: minuteStart / 1000 + 240 });
    }
    expect(await consumeAnonymous("203.0.113.9", clock)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await consumeAnonymous("203.0.113.10", clock)).toMatchObject({ allowed: true, remaining: 59 });
    expect(await consumeAnonymous("203.0.113.9", at(minuteStart + 240_000))).toMatchObject({ allowed: true });
  });
});
