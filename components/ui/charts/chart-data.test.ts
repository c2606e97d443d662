import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { niceTicks, stackedModel, tickText, timeLabels, timeModel, valueText } from "@/components/ui/charts/chart-data";
import { sparklinePath } from "@/components/ui/charts/sparkline";

describe("series over time", () => {
  it("are joined by their times, in order, with nothing known where there is no point", () => {
    const model = timeModel(
      [
        {
          name: "Opened",
          points: [
            { at: "2026-01-12", value: 4 },
            { at: "2026-01-05", value: 2 },
          ],
        },
        {
          name: "Closed",
          color: "good",
          points: [
            { at: "2026-01-12", value: null },
            { at: "2026-01-19", value: 0 },
          ],
        },
      ],
      "line",
    );
    expect(model.rows).toEqual([
      { label: "2026-01-05", s0: 2, s1: null },
      { label: "2026-01-12", s0: 4, s1: null },
      { label: "2026-01-19", s0: null, s1: 0 },
    ]);
    expect(model.series.map(({ colour }) => colour)).toEqual(["var(--series-1)", "var(--good)"]);
  });

  it("are empty where nothing is known, not where everything is zero", () => {
    const of = (value: number | null) => timeModel([{ name: "a", points: [{ at: "2026-01-05", value }] }], "bar");
    expect(of(null).isEmpty).toBe(true);
    expect(of(Number.NaN).isEmpty).toBe(true);
    expect(of(0).isEmpty).toBe(false);
    expect(timeModel([], "line").isEmpty).toBe(true);
  });
});

describe("series on top of each other", () => {
  it("have an axis for their sum", () => {
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
});

describe("the value axis", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [184_302, [0, 50_000, 100_000, 150_000, 200_000]],
  ])("to %d has steps that people count in", (highest, ticks) => {
    expect(niceTicks(highest)).toEqual(ticks);
  });

  it("reaches the highest value in few equal steps, whatever it is", () => {
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

describe("words of a chart", () => {
  it.each([
    [tickText(12_000, "count"), "12k"],
    [tickText(50, "usd"), "$50"],
    [tickText(12_000, "usd"), "$12k"],
    [tickText(1_500, "ms"), "1.5 s"],
    [valueText(null, "usd"), "–"],
    [valueText(0.5, "percent"), "50%"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });

  it("say the day of a date wherever it is read, and hours within a day", () => {
    expect(timeLabels(["2026-01-05", "2026-01-12"])("2026-01-05")).toBe("5 Jan");
    expect(timeLabels(["2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z"])("2026-01-05T10:00:00Z")).toMatch(/^\d\d:\d\d$/);
  });
});

describe("a sparkline", () => {
  it("breaks where nothing is known, and shows a value alone", () => {
    expect(sparklinePath([0, 10], 22, 14)).toBe("M2 12L20 2");
    expect(sparklinePath([5, null, 5, 5], 32, 14)).toBe("M2 2h0.01M20.7 2L30 2");
    expect(sparklinePath([], 20, 10)).toBe("");
    expect(sparklinePath([0, 0], 22, 14)).toBe("M2 12L20 12");
  });
});
