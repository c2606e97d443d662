import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { consumeFor, rateClasses, readUsage } from "@/lib/platform/rate-limits";
import { openMemoryCounter } from "@/lib/platform/rate-limits/counters";
import { openRedisCounter } from "@/lib/platform/rate-limits/redis-counter";
import { prepareRedis } from "@/lib/platform/rate-limits/testing";

const clock = { nowMs: Date.parse("2026-01-15T10:00:30.000Z"), now: () => clock.nowMs };
const resetSeconds = Date.parse("2026-01-15T10:01:00.000Z") / 1_000;

function newOrganisation(rateLimitOverrides: Record<string, number> = {}) {
  return { id: newId("organisation"), tier: "STARTER" as const, livemode: true, rateLimitOverrides };
}

afterEach(() => vi.unstubAllEnvs());

describe("the use of an organisation's limits", () => {
  test("covers every class, with the organisation's own limit if it has one", async () => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
    const organisation = newOrganisation({ "audit.write": 7 });
    await consumeFor(organisation, "audit.write", 3, clock);
    await consumeFor(organisation, "models.read", 1, clock);
    const usage = await readUsage(organisation, clock);
    expect(usage.map(({ endpointClass }) => endpointClass)).toEqual(Object.keys(rateClasses));
    expect(usage).toContainEqual({ endpointClass: "audit.write", limit: 7, used: 3, resetSeconds });
    expect(usage).toContainEqual({ endpointClass: "models.read", limit: 200, used: 1, resetSeconds });
    expect(usage).toContainEqual({ endpointClass: "reports.write", limit: 10, used: 0, resetSeconds });
  });

  test("takes no units, however often it is read, also from an empty bucket", async () => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
    const organisation = newOrganisation({ "audit.write": 2 });
    for (let n = 0; n < 5; n++) await readUsage(organisation, clock);
    expect(await consumeFor(organisation, "audit.write", 2, clock)).toMatchObject({ allowed: true, remaining: 0 });
    for (let n = 0; n < 5; n++) await readUsage(organisation, clock);
    expect(await readUsage(organisation, clock)).toContainEqual(
      expect.objectContaining({ endpointClass: "audit.write", used: 2 }),
    );
  });
});

test("requesting zero units takes none from a counter in memory or in Redis", async () => {
  const redis = await prepareRedis();
  await redis.start();
  const counters = [openMemoryCounter(), openRedisCounter(redis.url)];
  for (const counter of counters) {
    expect(await counter.take("k", 0, 5)).toEqual({ allowed: true, used: 0 });
    await counter.take("k", 5, 5);
    expect(await counter.take("k", 0, 5)).toMatchObject({ used: 5 });
    expect(await counter.take("k", 1, 5)).toEqual({ allowed: false, used: 5 });
    counter.close();
  }
  await redis.dispose();
});
