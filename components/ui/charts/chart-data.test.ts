import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { niceTicks, stackedModel, timeLabels, timeModel } from "@/components/ui/charts/chart-data";
import { sparklinePath } from "@/components/ui/charts/sparkline";

describe("timeModel", () => {
  it("joins series by time and leaves missing points unknown", () => {
    const opened = [
      { at: "2026-01-12", value: 4 },
      { at: "2026-01-05", value: 2 },
    ];
    const closed = [
      { at: "2026-01-12", value: null },
      { at: "2026-01-19", value: 0 },
    ];
    const model = timeModel([
      { name: "Opened", points: opened },
      { name: "Closed", color: "good", points: closed },
    ]);
    expect(model.rows).toEqual([
      { label: "2026-01-05", s0: 2, s1: null },
      { label: "2026-01-12", s0: 4, s1: null },
      { label: "2026-01-19", s0: null, s1: 0 },
    ]);
    expect(model.series.map(({ colour }) => colour)).toEqual(["var(--series-1)", "var(--good)"]);
  });

  it.each([
    [null, true],
    [Number.NaN, true],
    [0, false],
  ])("of one value %s is empty: %s", (value, isEmpty) => {
    expect(timeModel([{ name: "a", points: [{ at: "2026-01-05", value }] }]).isEmpty).toBe(isEmpty);
  });
});

it("stackedModel scales the axis to the sum of the series", () => {
  const model = stackedModel(
    ["High"],
    [
      { name: "a", values: [60] },
      { name: "b", values: [60] },
      { name: "c", values: [] },
    ],
  );
  expect(model.ticks.at(-1)).toBeGreaterThanOrEqual(120);
  expect(model.rows).toEqual([{ label: "High", s0: 60, s1: 60, s2: null }]);
});

describe("niceTicks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [7, [0, 2, 4, 6, 8]],
    [184_302, [0, 50_000, 100_000, 150_000, 200_000]],
  ])("uses round steps up to %d", (highest, ticks) => {
    expect(niceTicks(highest)).toEqual(ticks);
  });

  it("reaches the highest value in at most five steps", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (highest) => {
        const ticks = niceTicks(highest);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-8));
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

it("timeLabels shows the UTC day of a date, and the hour within a day", () => {
  expect(timeLabels(["2026-01-05", "2026-01-12"])("2026-01-05")).toBe("5 Jan");
  expect(timeLabels(["2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z"])("2026-01-05T10:00:00Z")).toMatch(/^\d\d:\d\d$/);
});

it.each([
  [[0, 10], "M2 12L20 2"],
  [[0, 0], "M2 12L20 12"],
  [[], ""],
])("sparklinePath of %j", (values, path) => {
  expect(sparklinePath(values, 22, 14)).toBe(path);
});
