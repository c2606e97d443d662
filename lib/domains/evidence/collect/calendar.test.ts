import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketsMax } from "@/lib/domains/evidence/collect/payload";
import { Calendar } from "@/lib/domains/evidence/collect/statistics";

const period = (from: string, to: string) => ({ from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` });
const starts = (calendar: Calendar) => calendar.buckets().map(({ start }) => start);

describe("buckets", () => {
  test.each<[string, string, string, Calendar["bucket"], string[]]>([
    ["are one week for Monday to Sunday", "2026-03-02", "2026-03-08", "week", ["2026-03-02"]],
    [
      "are two weeks for a Sunday and the following Monday",
      "2026-03-01",
      "2026-03-02",
      "week",
      ["2026-02-23", "2026-03-02"],
    ],
    ["continue across the end of a year", "2026-12-30", "2027-01-04", "week", ["2026-12-28", "2027-01-04"]],
    ["are weeks for dates before 1970", "1969-12-28", "1969-12-29", "week", ["1969-12-22", "1969-12-29"]],
    ["are months for a period of two years and a day", "2026-01-31", "2028-02-01", "month", everyMonth(2026, 1, 26)],
  ])("%s", (_what, from, to, bucket, expected) => {
    const calendar = new Calendar(period(from, to));
    expect(calendar.bucket).toBe(bucket);
    expect(starts(calendar)).toEqual(expected);
  });

  test("are weeks for a period of exactly two years", () => {
    const calendar = new Calendar({ from: "2026-01-01T00:00:00.000Z", to: "2028-01-01T00:00:00.000Z" });
    expect(calendar.bucket).toBe("week");
    expect(calendar.buckets()).toHaveLength(105);
    expect(new Calendar({ from: "2026-01-01T00:00:00.000Z", to: "2028-01-01T00:00:00.001Z" }).bucket).toBe("month");
  });

  test("are empty for an invalid period", () => {
    for (const [from, to] of [
      ["2026-03-02", "2026-03-01"],
      ["2026-02-30", "2026-03-01"],
      ["yesterday", "today"],
    ]) {
      expect(new Calendar(period(from ?? "", to ?? "")).buckets()).toEqual([]);
    }
  });

  test("are trimmed at the empty ends first when there are too many", () => {
    const calendar = new Calendar(period("1000-01-01", "2999-12-31"));
    for (const at of ["1990-06-15T12:00:00.000Z", "2026-06-15T12:00:00.000Z"]) increment(calendar, at);
    expect(starts(calendar).at(0)).toBe("1990-06-01");
    expect(starts(calendar).at(-1)).toBe("2026-06-01");
    increment(calendar, "1001-01-01T00:00:00.000Z");
    expect(starts(calendar)).toHaveLength(bucketsMax);
    expect(starts(calendar).at(-1)).toBe("2026-06-01");
  });
});

describe("a timestamp", () => {
  test.each([
    ["2026-03-01T23:59:59.999Z", "2026-02-23"],
    ["2026-03-02T00:00:00.000Z", "2026-03-02"],
  ])("%s is counted in the week of %s", (at, start) => {
    const calendar = new Calendar(period("2026-01-01", "2026-12-31"));
    increment(calendar, at);
    expect(calendar.buckets().filter(({ events }) => events > 0)).toEqual([
      { start, events: 1, inferences: 0, alerts: 0, humanReviews: 0 },
    ]);
  });

  test.each([
    "",
    "infinity",
    "2026-03-02",
    "2026-03-02T09:00:00Z",
    "2026-03-02T09:00:00.000+00:00",
    "2026-03-02T24:00:00.000Z",
    "2026-02-30T09:00:00.000Z",
    "2026-13-01T09:00:00.000Z",
    "2026-03-02 garbage",
    "12026-03-02T09:00:00.000Z",
  ])("%j is not counted, because its format is invalid", (at) => {
    const calendar = new Calendar(period("2026-01-01", "2026-12-31"));
    increment(calendar, "2026-03-02T08:00:00.000Z");
    expect(calendar.at(at)).toBeUndefined();
  });

  test("is counted in the latest bucket that starts at or before it, in any order of events", () => {
    const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 30 }), fc.boolean(), (instants, isLong) => {
        const calendar = new Calendar(isLong ? period("2024-01-01", "2026-12-31") : period("2025-01-01", "2026-12-31"));
        const times = instants.map((ms) => new Date(ms).toISOString()).filter((at) => isLong || at >= "2025");
        for (const at of times) increment(calendar, at);
        const buckets = calendar.buckets();
        buckets.forEach(({ start, events }, i) => {
          const end = buckets[i + 1]?.start ?? "9999";
          expect(events).toBe(times.filter((at) => at >= start && at < end).length);
        });
      }),
    );
  });
});

function increment(calendar: Calendar, at: string): void {
  const bucket = calendar.at(at);
  if (bucket) bucket.events += 1;
}

function everyMonth(year: number, month: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.UTC(year, month - 1 + i, 1)).toISOString().slice(0, 10));
}
