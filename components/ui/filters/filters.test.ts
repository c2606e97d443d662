import { describe, expect, it, vi } from "vitest";
import { fieldsToPeriod, toFieldValue } from "@/components/ui/filters/filter-periods";
import { activeFilters } from "@/components/ui/filters/filters";
import { urlTime } from "@/components/ui/filters/url-time";

const labels = {
  q: { label: "Search" },
  severity: { label: "Severity", labelOf: (value: string) => value.toLowerCase() },
  from: { label: "From" },
};
const none = { q: null, severity: null, from: null };

describe("activeFilters", () => {
  it("returns a labelled chip for each value", () => {
    const filters = { q: "openai", severity: ["HIGH", "CRITICAL"], from: "-7d", sort: "cost" };
    const chips = activeFilters(filters, labels, () => undefined);
    expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Search: openai",
      "Severity: high",
      "Severity: critical",
      "From: Last 7 days",
    ]);
    expect(new Set(chips.map(({ id }) => id)).size).toBe(4);
  });

  it("returns no chips for empty filters", () => {
    expect(activeFilters({ ...none, q: "" }, labels, () => undefined)).toEqual([]);
  });

  it("removes one value, and the filter with its last value", () => {
    const set = vi.fn();
    for (const severity of [["HIGH", "CRITICAL"], ["HIGH"]])
      for (const chip of activeFilters({ ...none, severity }, labels, set)) chip.onRemove();
    expect(set.mock.calls).toEqual([[{ severity: ["CRITICAL"] }], [{ severity: ["HIGH"] }], [{ severity: null }]]);
  });
});

it.each([
  ["-7d", "-7d"],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
  ["<script>", null],
])("the URL time %j is read as %j", (text, time) => {
  expect(urlTime.parse(text)).toBe(time);
});

describe("date fields", () => {
  it("convert to local time and back, including the last minute", () => {
    const first = toFieldValue("2026-01-15T10:30:00.000Z");
    expect(first).toMatch(/^2026-01-15T\d\d:\d\d$/);
    expect(fieldsToPeriod(first, first)).toEqual({
      from: "2026-01-15T10:30:00.000Z",
      to: "2026-01-15T10:30:59.999Z",
      problem: null,
    });
    expect(["-7d", null].map(toFieldValue)).toEqual(["", ""]);
  });

  it("require an end after the start", () => {
    expect(fieldsToPeriod("2026-01-02T00:00", "2026-01-01T00:00").problem).toBe("The end must be after the start.");
    expect(fieldsToPeriod("", "")).toEqual({ from: null, to: null, problem: null });
  });
});
