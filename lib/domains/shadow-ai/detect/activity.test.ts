import { expect, test } from "vitest";
import { automationOf, findBurst, offHoursOf } from "@/lib/domains/shadow-ai/detect/activity";
import { emptyStats, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { dayOf, dnsDayOf, factsOfUse } from "@/lib/domains/shadow-ai/detect/testing/situations";
import type { UseFacts } from "@/lib/domains/shadow-ai/detect/use-directory";

const hours = (from: number, to: number, calls: (hour: number) => number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, calls(from + index)]));
const office = hours(8, 17, (hour) => [3, 14, 40, 22, 2, 5, 31, 18, 9, 1][hour - 8] ?? 0);
const machine = hours(1, 9, (hour) => 30 + (hour % 3) * 4);
const now = hours(0, 20, (hour) => (hour % 4 === 0 ? 7 : 1));

test.each<
  [string, Record<number, number>, Partial<TrafficStats>, Partial<UseFacts>, { automated: boolean; agentic: boolean }]
>([
  ["office hours without client data", office, {}, {}, { automated: false, agentic: false }],
  ["programs", office, { automatedCalls: 40 }, {}, { automated: true, agentic: false }],
  [
    "half programs, half browsers",
    office,
    { automatedCalls: 20, browserCalls: 20 },
    {},
    { automated: true, agentic: false },
  ],
  ["mostly browsers", office, { automatedCalls: 19, browserCalls: 20 }, {}, { automated: false, agentic: false }],
  [
    "an agent among browsers",
    office,
    { automatedCalls: 1, agentCalls: 1, browserCalls: 90 },
    {},
    { automated: true, agentic: true },
  ],
  ["an agent service", office, { browserCalls: 9 }, { category: "AGENT" }, { automated: false, agentic: true }],
  ["steady calls for several hours", machine, {}, {}, { automated: true, agentic: true }],
  [
    "steady calls from browsers",
    machine,
    { browserCalls: 90 },
    { accessKind: "WEB" },
    { automated: false, agentic: false },
  ],
  ["occasional calls during day and night", now, {}, {}, { automated: true, agentic: false }],
])("detects the activity pattern: %s", (_, callsByHour, stats, use, expected) => {
  const day = dayOf("2026-11-18", callsByHour, stats);
  expect(automationOf(factsOfUse(use), { ...emptyStats(), ...day.stats }, [day])).toEqual(expected);
});

const day = (date: number) => `2026-11-${date.toString().padStart(2, "0")}`;
const days = (calls: number[]) =>
  calls.map((count, index) => dayOf(day(index + 1), { 9: count })).filter(({ stats }) => stats.calls > 0);
const firstAtMs = Date.parse("2026-11-01T09:00:00Z");

test.each<[string, number[], { calls: number; z: number } | null]>([
  ["too few days for a baseline", [10, 10, 10, 10, 900], null],
  ["identical days", [10, 10, 10, 10, 10, 10], { calls: 10, z: 0 }],
  ["a day far above the previous days", [8, 12, 10, 9, 11, 210], { calls: 210, z: 63.25 }],
  ["days without traffic are part of the baseline", [0, 0, 0, 0, 0, 90], { calls: 90, z: 90 }],
  ["an earlier outlier does not hide a burst", [10, 900, 12, 8, 10, 11, 300], { calls: 300, z: 89.34 }],
  [
    "a day after a sustained rise is not a burst",
    [10, 10, 10, 10, 10, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    { calls: 200, z: 60.08 },
  ],
])("detects bursts: %s", (_, calls, expected) => {
  expect(findBurst(days(calls), firstAtMs, false)).toEqual(expected);
});

test("the baseline is 14 days and starts when the use was first seen", () => {
  const calls = Array.from({ length: 20 }, (_, index) => (index < 4 ? 5_000 : 10));
  expect(findBurst([...days(calls), dayOf(day(21), { 9: 100 })], firstAtMs, false)).toEqual({ calls: 100, z: 28.46 });
  expect(
    findBurst([dayOf(day(20), { 9: 5 }), dayOf(day(21), { 9: 500 })], Date.parse("2026-11-20T09:00:00Z"), false),
  ).toBeNull();
});

test("DNS-only uses count queries, and uses without days have no burst", () => {
  const queries = [10, 10, 10, 10, 10, 100].map((count, index) => dnsDayOf(day(index + 1), { 9: count }));
  expect(findBurst(queries, firstAtMs, true)?.calls).toBe(100);
  expect(findBurst([], firstAtMs, false)).toBeNull();
});

const week = { timeZone: "Europe/London", fromHour: 7, toHour: 19, weekdays: [1, 2, 3, 4, 5] };
const night = { ...week, fromHour: 22, toHour: 6 };

test.each([
  ["Wednesday noon", week, "2026-11-18T12:00:00Z", false],
  ["the first minute of office hours", week, "2026-11-18T07:00:00Z", false],
  ["the minute before office hours", week, "2026-11-18T06:59:59Z", true],
  ["the end of office hours", week, "2026-11-18T19:00:00Z", true],
  ["Saturday noon", week, "2026-11-21T12:00:00Z", true],
  ["daylight saving time: 07:00 in London is 06:00 UTC", week, "2026-07-15T06:30:00Z", false],
  ["standard time: 06:30 UTC is before office hours", week, "2026-11-18T06:30:00Z", true],
  ["a quarter-hour offset in Nepal", { ...week, timeZone: "Asia/Kathmandu" }, "2026-11-18T01:15:00Z", false],
  ["a minute before a quarter-hour offset", { ...week, timeZone: "Asia/Kathmandu" }, "2026-11-18T01:14:00Z", true],
  ["the next day in another time zone", { ...week, timeZone: "Pacific/Auckland" }, "2026-11-22T20:00:00Z", false],
  ["hours until midnight", { ...week, toHour: 24 }, "2026-11-18T23:59:00Z", false],
  ["midnight", { ...week, fromHour: 0, toHour: 24 }, "2026-11-18T00:00:00Z", false],
  ["a night shift before midnight", night, "2026-11-18T23:00:00Z", false],
  ["a night shift after midnight", night, "2026-11-19T05:00:00Z", false],
  ["Saturday 05:00 belongs to Friday's shift", night, "2026-11-21T05:00:00Z", false],
  ["Monday 05:00 belongs to Sunday", night, "2026-11-16T05:00:00Z", true],
  ["noon, outside a night shift", night, "2026-11-18T12:00:00Z", true],
  ["equal hours mean all day", { ...week, fromHour: 8, toHour: 8 }, "2026-11-18T03:00:00Z", false],
  ["no working days", { ...week, weekdays: [] }, "2026-11-18T12:00:00Z", true],
])("office hours: %s", (_, hours, at, expected) => {
  const isOffHours = offHoursOf(hours);
  expect(isOffHours(Date.parse(at))).toBe(expected);
  expect(isOffHours(Date.parse(at))).toBe(expected);
});
