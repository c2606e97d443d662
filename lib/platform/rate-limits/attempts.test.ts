import { beforeAll, expect, test } from "vitest";
import { consumeAttempt, returnAttempt } from "@/lib/platform/rate-limits";

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://gas:gas@localhost:5432/gas";
});

let buckets = 0;

function setUp(limit: number) {
  buckets += 1;
  const clock = { nowMs: 900_000 * 1_000, now: () => clock.nowMs };
  const attempts = { bucket: `test-${buckets}`, limit, windowSeconds: 900 };
  return { clock, take: () => consumeAttempt(attempts, clock), back: () => returnAttempt(attempts, clock) };
}

test("exactly the limit of a hundred concurrent attempts succeeds", async () => {
  const { take } = setUp(10);
  const answers = await Promise.all(Array.from({ length: 100 }, take));
  expect(answers.filter(Boolean)).toHaveLength(10);
});

test("a window has the given length", async () => {
  const { clock, take } = setUp(1);
  expect(await take()).toBe(true);
  clock.nowMs += 899_999;
  expect(await take()).toBe(false);
  clock.nowMs += 1;
  expect(await take()).toBe(true);
});

test("a returned attempt can be taken again, once", async () => {
  const { take, back } = setUp(2);
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await back();
  expect([await take(), await take()]).toEqual([true, false]);
});

test("an attempt that was never taken cannot be returned", async () => {
  const { take, back } = setUp(1);
  await back();
  expect([await take(), await take()]).toEqual([true, false]);
});

test("attempts are counted per bucket", async () => {
  const [a, b] = [setUp(1), setUp(1)];
  expect([await a.take(), await a.take(), await b.take()]).toEqual([true, false, true]);
});
