import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";

afterEach(() => {
  vi.useRealTimers();
});

describe("the count in memory", () => {
  test("takes all units of a request or none, also for concurrent requests", async () => {
    const requests = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 0, max: 200 }), async (sizes, limit) => {
        const counter = openMemoryCounter();
        const answers = await Promise.all(sizes.map((units) => counter.take("k", units, limit)));
        const passed = sizes.filter((_, i) => answers[i]?.allowed).reduce((sum, units) => sum + units, 0);
        expect(passed).toBeLessThanOrEqual(limit);
        for (const [i, units] of sizes.entries()) {
          if (!answers[i]?.allowed) expect(passed + units).toBeGreaterThan(limit);
        }
        for (let left = limit - passed; left > 0; left--) {
          expect(await counter.take("k", 1, limit)).toMatchObject({ allowed: true });
        }
        expect(await counter.take("k", 1, limit)).toEqual({ allowed: false, used: limit });
      }),
      { numRuns: 200 },
    );
  });

  test("a refused batch does not push out a request that fits, even in the same instant", async () => {
    const counter = openMemoryCounter();
    const takings = [60, 60, 40, 1].map((units) => counter.take("k", units, 100));
    expect((await Promise.all(takings)).map((taken) => taken.allowed)).toEqual([true, false, true, false]);
  });

  test("forgets a window, and holds no timer for it", async () => {
    vi.useFakeTimers();
    const counter = openMemoryCounter();
    for (let window = 0; window < 1_000; window++) await counter.take(`k:${window}`, 1, 10);
    expect(vi.getTimerCount()).toBe(1_000);
    await vi.advanceTimersByTimeAsync(keptSeconds * 1000);
    expect(vi.getTimerCount()).toBe(0);
    expect(await counter.take("k:1", 1, 10)).toEqual({ allowed: true, used: 1 });
  });

  test("does not keep the process alive", async () => {
    const alive = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
    const before = alive();
    const counter = openMemoryCounter();
    for (let i = 0; i < 100; i++) await counter.take(`k:${i}`, 1, 10);
    expect(alive()).toBeLessThan(before + 50);
  });
});
