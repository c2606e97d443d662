import { describe, expect, test } from "vitest";
import type { CoveredPeriod } from "@/lib/domains/reports/enums";
import { coveredPeriod, cronProblem, isTimeZone, latestRun, nextRuns } from "@/lib/domains/reports/schemas-times";

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

describe("times of schedules", () => {
  test.each<[why: string, cron: string, zone: string, after: string, next: string[]]>([
    [
      "daily in UTC",
      "0 7 * * *",
      "UTC",
      "2026-03-28T07:00:00Z",
      ["2026-03-29T07:00:00.000Z", "2026-03-30T07:00:00.000Z"],
    ],
    [
      "daily at seven of London's clocks, which go forward on 29 March",
      ...(["0 7 * * *", "Europe/London", "2026-03-28T00:00:00Z"] as const),
      ["2026-03-28T07:00:00.000Z", "2026-03-29T06:00:00.000Z", "2026-03-30T06:00:00.000Z"],
    ],
    [
      "daily at seven of London's clocks, which go back on 25 October",
      ...(["0 7 * * *", "Europe/London", "2026-10-24T00:00:00Z"] as const),
      ["2026-10-24T06:00:00.000Z", "2026-10-25T07:00:00.000Z"],
    ],
    [
      "once, at a time that clocks leap over: at the leap",
      ...(["30 1 * * *", "Europe/London", "2026-03-28T12:00:00Z"] as const),
      ["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"],
    ],
    [
      "once, at a time that occurs twice",
      ...(["30 1 * * *", "Europe/London", "2026-10-24T12:00:00Z"] as const),
      ["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"],
    ],
    [
      "the first of a month, across a leap of New York's clocks",
      ...(["0 6 1 * *", "America/New_York", "2026-03-01T12:00:00Z"] as const),
      ["2026-04-01T10:00:00.000Z", "2026-05-01T10:00:00.000Z"],
    ],
    [
      "a quarter's first day, over the end of a year",
      ...(["0 6 1 1,4,7,10 *", "Asia/Kathmandu", "2026-11-20T00:00:00Z"] as const),
      ["2027-01-01T00:15:00.000Z", "2027-04-01T00:15:00.000Z"],
    ],
  ])("%s", (_why, cron, zone, after, next) => {
    expect(nextRuns(cron, zone, Date.parse(after), next.length).map(iso)).toEqual(next);
    expect(iso(latestRun(cron, zone, Date.parse(next[0] ?? "")))).toBe(next[0]);
    expect(iso(latestRun(cron, zone, Date.parse(next[1] ?? "") - 1))).toBe(next[0]);
  });

  test.each([
    ["five fields", "0 7 1 * *", undefined],
    ["spaces between", " 5  *  * * 1-5 ", undefined],
    ["a step of hours", "0 */6 * * *", undefined],
    ["no fields", "", "must have five fields: minute, hour, day of the month, month, day of the week"],
    ["seconds", "0 0 7 1 * *", "must have five fields: minute, hour, day of the month, month, day of the week"],
    ["every minute", "* * * * *", "must contain a single value for the minute, because reports run at most hourly"],
    [
      "a list of minutes",
      "0,30 * * * *",
      "must contain a single value for the minute, because reports run at most hourly",
    ],
    [
      "a range of minutes",
      "0-5 7 * * *",
      "must contain a single value for the minute, because reports run at most hourly",
    ],
    [
      "a step of minutes",
      "*/15 * * * *",
      "must contain a single value for the minute, because reports run at most hourly",
    ],
    [
      "a minute beyond the hour",
      "60 * * * *",
      "must contain a single value for the minute, because reports run at most hourly",
    ],
    ["an hour beyond the day", "0 24 * * *", "must be a valid cron expression"],
    ["words", "0 seven * * *", "must be a valid cron expression"],
    ["a date that does not exist", "0 0 30 2 *", "must match at least one time"],
  ])("a cron text with %s", (_why, cron, problem) => {
    expect(cronProblem(cron, "Europe/London")).toBe(problem);
  });

  test.each([
    ["UTC", true],
    ["Europe/London", true],
    ["Europe/Atlantis", false],
    ["+01:00", false],
    ["", false],
  ])("%s is a time zone: %s", (name, is) => {
    expect(isTimeZone(name)).toBe(is);
  });
});

describe("the period that a scheduled report covers", () => {
  test.each<[covers: CoveredPeriod, zone: string, at: string, from: string, to: string]>([
    ["PREVIOUS_DAY", "UTC", "2026-03-01T00:00:00Z", "2026-02-28T00:00:00.000Z", "2026-02-28T23:59:59.999Z"],
    ["PREVIOUS_DAY", "Europe/London", "2026-03-30T06:00:00Z", "2026-03-29T00:00:00.000Z", "2026-03-29T22:59:59.999Z"],
    ["PREVIOUS_DAY", "Europe/London", "2026-10-26T07:00:00Z", "2026-10-24T23:00:00.000Z", "2026-10-25T23:59:59.999Z"],
    [
      "PREVIOUS_DAY",
      "America/New_York",
      "2026-01-02T03:00:00Z",
      "2025-12-31T05:00:00.000Z",
      "2026-01-01T04:59:59.999Z",
    ],
    ["PREVIOUS_DAY", "Asia/Beirut", "2026-03-30T06:00:00Z", "2026-03-28T22:00:00.000Z", "2026-03-29T20:59:59.999Z"],
    ["PREVIOUS_DAY", "America/Havana", "2026-11-02T12:00:00Z", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
    ["PREVIOUS_WEEK", "UTC", "2026-11-22T12:00:00Z", "2026-11-09T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["PREVIOUS_WEEK", "UTC", "2026-11-23T00:00:00Z", "2026-11-16T00:00:00.000Z", "2026-11-22T23:59:59.999Z"],
    ["PREVIOUS_WEEK", "Europe/London", "2026-04-01T00:00:00Z", "2026-03-23T00:00:00.000Z", "2026-03-29T22:59:59.999Z"],
    ["PREVIOUS_MONTH", "UTC", "2024-03-31T00:00:00Z", "2024-02-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["PREVIOUS_MONTH", "Europe/London", "2026-04-01T06:00:00Z", "2026-03-01T00:00:00.000Z", "2026-03-31T22:59:59.999Z"],
    [
      "PREVIOUS_MONTH",
      "Pacific/Auckland",
      "2025-12-31T12:00:00Z",
      "2025-11-30T11:00:00.000Z",
      "2025-12-31T10:59:59.999Z",
    ],
    ["PREVIOUS_QUARTER", "UTC", "2026-02-14T00:00:00Z", "2025-10-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"],
    [
      "PREVIOUS_QUARTER",
      "Europe/London",
      "2026-04-01T06:00:00Z",
      "2026-01-01T00:00:00.000Z",
      "2026-03-31T22:59:59.999Z",
    ],
  ])("%s in %s at %s", (covers, zone, at, from, to) => {
    const { fromMs, toMs } = coveredPeriod(covers, Date.parse(at), zone);
    expect([iso(fromMs), iso(toMs)]).toEqual([from, to]);
  });
});
