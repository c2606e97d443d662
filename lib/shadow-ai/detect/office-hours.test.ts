import { expect, test } from "vitest";
import { offHoursOf } from "@/lib/shadow-ai/detect/office-hours";

const week = { timeZone: "Europe/London", fromHour: 7, toHour: 19, weekdays: [1, 2, 3, 4, 5] };
const night = { ...week, fromHour: 22, toHour: 6 };

test.each([
  ["a Wednesday noon", week, "2026-11-18T12:00:00Z", false],
  ["the first minute of office hours", week, "2026-11-18T07:00:00Z", false],
  ["the minute before", week, "2026-11-18T06:59:59Z", true],
  ["the end of office hours", week, "2026-11-18T19:00:00Z", true],
  ["a Saturday noon", week, "2026-11-21T12:00:00Z", true],
  ["summer time: 7 in London is 6 in UTC", week, "2026-07-15T06:30:00Z", false],
  ["winter time: it is not", week, "2026-11-18T06:30:00Z", true],
  ["a quarter of an hour in Nepal", { ...week, timeZone: "Asia/Kathmandu" }, "2026-11-18T01:15:00Z", false],
  ["the quarter before", { ...week, timeZone: "Asia/Kathmandu" }, "2026-11-18T01:14:00Z", true],
  ["a day that has begun elsewhere", { ...week, timeZone: "Pacific/Auckland" }, "2026-11-22T20:00:00Z", false],
  ["to midnight", { ...week, toHour: 24 }, "2026-11-18T23:59:00Z", false],
  ["midnight", { ...week, fromHour: 0, toHour: 24 }, "2026-11-18T00:00:00Z", false],
  ["a night shift before midnight", night, "2026-11-18T23:00:00Z", false],
  ["a night shift after midnight", night, "2026-11-19T05:00:00Z", false],
  ["the night to Saturday belongs to Friday", night, "2026-11-21T05:00:00Z", false],
  ["the night to Monday belongs to Sunday", night, "2026-11-16T05:00:00Z", true],
  ["noon of a night shift", night, "2026-11-18T12:00:00Z", true],
  ["equal hours are all day", { ...week, fromHour: 8, toHour: 8 }, "2026-11-18T03:00:00Z", false],
  ["no working days", { ...week, weekdays: [] }, "2026-11-18T12:00:00Z", true],
])("%s", (_, hours, at, expected) => {
  const isOffHours = offHoursOf(hours);
  expect(isOffHours(Date.parse(at))).toBe(expected);
  expect(isOffHours(Date.parse(at))).toBe(expected);
});
