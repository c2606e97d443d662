import { describe, expect, test } from "vitest";
import { coverageStatuses } from "@/lib/domains/evidence/enums";
import { bucketsABar, coverageCells, hatch, planEvents } from "@/lib/domains/evidence/pdf/charts";
import { ticksUpTo } from "@/lib/platform/pdf/elements/drawing";

describe("an axis", () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [19, [0, 5, 10, 15, 20]],
    [100, [0, 50, 100]],
    [12_345, [0, 5_000, 10_000, 15_000]],
  ])("up to %i has the ticks %j", (highest, ticks) => {
    expect(ticksUpTo(highest)).toEqual(ticks);
  });
});

describe("the coverage bar", () => {
  test("has one cell for each counted requirement, in the order of statuses", () => {
    const byStatus = {
      ...{ ADVERSE: 1, EVIDENCED: 2, PARTIAL: 1, SUPPLIED: 1 },
      ...{ NO_EVENTS_IN_PERIOD: 2, NOT_EVIDENCED_BY_EVENTS: 2, OUT_OF_SCOPE: 1 },
    };
    const cells = coverageCells({ total: 10, byStatus }, 100);
    expect(cells.map(({ status }) => status)).toEqual(
      coverageStatuses.flatMap((status) => Array(byStatus[status]).fill(status)),
    );
    expect(cells.at(-1)?.x).toBe(90);
  });

  test("keeps the hatching within its cell", () => {
    const numbers = [...hatch(10, 0, 40, 20).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    expect(numbers.length).toBeGreaterThan(20);
    for (const [x, y] of numbers) {
      expect(x).toBeGreaterThanOrEqual(10);
      expect(x).toBeLessThanOrEqual(50);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(20);
    }
  });
});

describe("the event chart", () => {
  const bucketsOf = (events: number[]) =>
    events.map((number, index) => ({
      start: new Date(Date.UTC(2026, 0, 5 + 7 * index)).toISOString().slice(0, 10),
      events: number,
      inferences: 0,
      alerts: index % 2,
      humanReviews: 0,
    }));

  test("draws every bucket to scale and marks buckets with alerts", () => {
    const { bars, alerts, ticks } = planEvents({ buckets: bucketsOf([10, 0, 5]), bucket: "week" }, 300, 100);
    expect(bars.map(({ height }) => height)).toEqual([100, 0, 50]);
    expect(alerts).toEqual([150]);
    expect(ticks.map(({ label }) => label)).toEqual(["0", "5", "10"]);
  });

  test("merges buckets if there are too many for separate bars, without losing events", () => {
    const events = Array.from({ length: 523 }, (_, index) => index % 7);
    const { bars, ticks } = planEvents({ buckets: bucketsOf(events), bucket: "week" }, 430, 100);
    expect(bars.length).toBe(Math.ceil(523 / bucketsABar(523)));
    const top = Number(ticks.at(-1)?.label);
    const drawn = bars.reduce((sum, { height }) => sum + (height / 100) * top, 0);
    expect(drawn).toBeCloseTo(events.reduce((sum, number) => sum + number, 0));
  });
});
