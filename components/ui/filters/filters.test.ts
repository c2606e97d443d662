import { describe, expect, it, vi } from "vitest";
import { fieldsToPeriod, toFieldValue } from "@/components/ui/filters/filter-periods";
import { activeFilters } from "@/components/ui/filters/filters";
import { parseAsTime } from "@/components/ui/filters/parsers";

const words = {
  q: { label: "Search" },
  severity: { label: "Severity", labelOf: (value: string) => value.toLowerCase() },
  from: { label: "From" },
};

describe("filters that are set", () => {
  it("are a chip for each value, in words", () => {
    const filters = { q: "openai", severity: ["HIGH", "CRITICAL"], from: "-7d", sort: "cost" };
    const chips = activeFilters(filters, words, () => undefined);
    expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Search: openai",
      "Severity: high",
      "Severity: critical",
      "From: Last 7 days",
    ]);
    expect(new Set(chips.map(({ id }) => id)).size).toBe(4);
  });

  it("are none where nothing is said", () => {
    expect(activeFilters({ q: "", severity: null, from: null }, words, () => undefined)).toEqual([]);
  });

  it("take one value away, and the filter with the last one", () => {
    const set = vi.fn();
    for (const chip of activeFilters({ q: null, severity: ["HIGH", "CRITICAL"], from: null }, words, set))
      chip.onRemove();
    activeFilters({ q: null, severity: ["HIGH"], from: null }, words, set)[0]?.onRemove();
    expect(set.mock.calls).toEqual([[{ severity: ["CRITICAL"] }], [{ severity: ["HIGH"] }], [{ severity: null }]]);
  });
});

describe("times in the URL", () => {
  it("are read when they are times", () => {
    expect(parseAsTime.parse("-7d")).toBe("-7d");
    expect(parseAsTime.parse("2026-01-01T00:00:00Z")).toBe("2026-01-01T00:00:00Z");
    expect(parseAsTime.parse("<script>")).toBeNull();
  });

  it("go into fields of local time and back, the last minute included", () => {
    const first = toFieldValue("2026-01-15T10:30:00.000Z");
    expect(first).toMatch(/^2026-01-15T\d\d:\d\d$/);
    expect(fieldsToPeriod(first, first)).toEqual({
      from: "2026-01-15T10:30:00.000Z",
      to: "2026-01-15T10:30:59.999Z",
      problem: null,
    });
    expect(toFieldValue("-7d")).toBe("");
    expect(toFieldValue(null)).toBe("");
  });

  it("have an end after their beginning", () => {
    expect(fieldsToPeriod("2026-01-02T00:00", "2026-01-01T00:00").problem).toBe("The end must be after the start.");
    expect(fieldsToPeriod("", "")).toEqual({ from: null, to: null, problem: null });
  });
});
