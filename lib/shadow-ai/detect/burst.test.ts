import { expect, test } from "vitest";
import { findBurst } from "@/lib/shadow-ai/detect/burst";
import { dayOf, dnsDayOf } from "@/lib/shadow-ai/detect/testing/situations";

const day = (date: number) => `2026-11-${date.toString().padStart(2, "0")}`;
const days = (calls: number[]) =>
  calls.map((count, index) => dayOf(day(index + 1), { 9: count })).filter(({ stats }) => stats.calls > 0);
const firstAtMs = Date.parse("2026-11-01T09:00:00Z");

test.each<[string, number[], { calls: number; z: number } | null]>([
  ["too few days to know what is usual", [10, 10, 10, 10, 900], null],
  ["days that are all alike", [10, 10, 10, 10, 10, 10], { calls: 10, z: 0 }],
  ["a day far above those before", [8, 12, 10, 9, 11, 210], { calls: 210, z: 63.25 }],
  ["days without traffic count", [0, 0, 0, 0, 0, 90], { calls: 90, z: 90 }],
  ["a single odd day before does not hide it", [10, 900, 12, 8, 10, 11, 300], { calls: 300, z: 89.34 }],
  [
    "a day after a rise is no burst any more",
    [10, 10, 10, 10, 10, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    { calls: 200, z: 60.08 },
  ],
])("%s", (_, calls, expected) => {
  expect(findBurst(days(calls), firstAtMs, false)).toEqual(expected);
});

test("only the 14 days before count, and none before the use was first seen", () => {
  const calls = Array.from({ length: 20 }, (_, index) => (index < 4 ? 5_000 : 10));
  expect(findBurst([...days(calls), dayOf(day(21), { 9: 100 })], firstAtMs, false)).toEqual({ calls: 100, z: 28.46 });
  expect(
    findBurst([dayOf(day(20), { 9: 5 }), dayOf(day(21), { 9: 500 })], Date.parse("2026-11-20T09:00:00Z"), false),
  ).toBeNull();
});

test("of a use known from DNS alone, queries count; of one without days, nothing", () => {
  const queries = [10, 10, 10, 10, 10, 100].map((count, index) => dnsDayOf(day(index + 1), { 9: count }));
  expect(findBurst(queries, firstAtMs, true)?.calls).toBe(100);
  expect(findBurst([], firstAtMs, false)).toBeNull();
});
