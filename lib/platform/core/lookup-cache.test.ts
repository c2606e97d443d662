import { expect, test, vi } from "vitest";
import { LookupCache } from "@/lib/platform/core/lookup-cache";

function setUp(entriesMax = 100) {
  const waiting: { key: string; resolve: (value: string | undefined) => void; reject: (error: Error) => void }[] = [];
  const lookUp = vi.fn((key: string, _previous: string | undefined) => {
    return new Promise<string | undefined>((resolve, reject) => waiting.push({ key, resolve, reject }));
  });
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const cache = new LookupCache(lookUp, { ttlMs: 4_000, entriesMax });
  async function put(key: string, value: string): Promise<void> {
    const got = cache.get(key, clock);
    waiting.at(-1)?.resolve(value);
    await got;
  }
  return { waiting, lookUp, clock, cache, put };
}

test("a hundred concurrent requests share one look-up", async () => {
  const { cache, clock, lookUp, waiting } = setUp();
  const requests = Array.from({ length: 100 }, () => cache.get("k", clock));
  waiting[0]?.resolve("v");
  expect(new Set(await Promise.all(requests))).toEqual(new Set(["v"]));
  expect(await cache.get("k", clock)).toBe("v");
  expect(lookUp).toHaveBeenCalledTimes(1);
});

test("a hundred concurrent requests share one look-up of a stale result", async () => {
  const { cache, clock, lookUp, waiting, put } = setUp();
  await put("k", "old");
  clock.nowMs += 4_000;
  const requests = Array.from({ length: 100 }, () => cache.get("k", clock));
  waiting[1]?.resolve("new");
  expect(new Set(await Promise.all(requests))).toEqual(new Set(["new"]));
  expect(lookUp).toHaveBeenCalledTimes(2);
  expect(lookUp).toHaveBeenLastCalledWith("k", "old");
});

test("a result is valid until four seconds after its look-up started", async () => {
  const { cache, clock, lookUp, waiting } = setUp();
  const first = cache.get("k", clock);
  clock.nowMs += 3_000;
  waiting[0]?.resolve("v");
  await first;
  clock.nowMs += 999;
  await cache.get("k", clock);
  expect(lookUp).toHaveBeenCalledTimes(1);
  clock.nowMs += 1;
  void cache.get("k", clock);
  expect(lookUp).toHaveBeenCalledTimes(2);
});

test("later requests do not wait for a slow look-up, and it does not overwrite their result", async () => {
  const { cache, clock, lookUp, waiting } = setUp();
  const slow = cache.get("k", clock);
  clock.nowMs += 4_000;
  const quick = cache.get("k", clock);
  waiting[1]?.resolve("new");
  expect(await quick).toBe("new");
  waiting[0]?.resolve("old");
  await slow;
  expect(await cache.get("k", clock)).toBe("new");
  expect(lookUp).toHaveBeenCalledTimes(2);
});

test("setting back the clock makes results stale", async () => {
  const { cache, clock, lookUp, put } = setUp();
  await put("k", "v");
  clock.nowMs -= 60_000;
  void cache.get("k", clock);
  expect(lookUp).toHaveBeenCalledTimes(2);
});

test("looks up a missing entry again each time", async () => {
  const { cache, clock, lookUp, waiting } = setUp();
  for (let i = 0; i < 3; i++) {
    const got = cache.get("k", clock);
    waiting[i]?.resolve(undefined);
    expect(await got).toBeUndefined();
  }
  expect(lookUp).toHaveBeenCalledTimes(3);
  expect(cache.size).toBe(0);
});

test("a failed look-up fails all waiting requests, and the next request retries", async () => {
  const { cache, clock, waiting, put } = setUp();
  const requests = [cache.get("k", clock), cache.get("k", clock)];
  waiting[0]?.reject(new Error("down"));
  for (const request of requests) await expect(request).rejects.toThrow("down");
  await put("k", "v");
  expect(await cache.get("k", clock)).toBe("v");
});

test("looks up an evicted entry again, even if a look-up is in progress", async () => {
  const { cache, clock, waiting, lookUp, put } = setUp();
  await put("k", "v1");
  cache.drop("k");
  const before = cache.get("k", clock);
  cache.drop("k");
  waiting[1]?.resolve("v1");
  await before;
  const after = cache.get("k", clock);
  waiting[2]?.resolve("v2");
  expect(await after).toBe("v2");
  expect(lookUp).toHaveBeenCalledTimes(3);
});

test("a full cache evicts the oldest results", async () => {
  const { cache, clock, lookUp, put } = setUp(3);
  for (const key of ["a", "b", "c", "d"]) await put(key, key);
  expect(cache.size).toBe(3);
  for (const key of ["b", "c", "d"]) expect(await cache.get(key, clock)).toBe(key);
  expect(lookUp).toHaveBeenCalledTimes(4);
});
