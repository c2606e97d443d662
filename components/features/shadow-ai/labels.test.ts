import { expect, test } from "vitest";
import { categoryLabel, dueState, factorLabel } from "@/components/features/shadow-ai/labels";
import { volumes } from "@/components/features/shadow-ai/texts/common";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";

const now = Date.parse("2026-01-15T10:00:00.000Z");

test.each([
  ["2026-01-12T09:00:00.000Z", { text: "Overdue by 3 days", urgency: "overdue" }],
  ["2026-01-15T09:59:50.000Z", { text: "Overdue by 1 min", urgency: "overdue" }],
  ["2026-01-15T15:00:00.000Z", { text: "Due in 5 h", urgency: "soon" }],
  ["2026-01-16T16:00:00.000Z", { text: "Due in 1 day 6 h", urgency: "soon" }],
  ["2026-01-25T12:00:00.000Z", { text: "Due 25 Jan 2026", urgency: "later" }],
  ["never", null],
])("a deadline at %s is described as %j", (dueAt, state) => {
  expect(dueState(dueAt, now)).toEqual(state);
});

test("services have the same names as in the reasons of detections", () => {
  const { UNKNOWN: _unknown, ...rows } = data.categoryRows;
  for (const [category, { title }] of Object.entries(rows))
    expect(categoryLabel(category).toLowerCase()).toBe(title.toLowerCase());
});

test("an unknown code falls back to its name", () => {
  expect(factorLabel("NO_DPA")).toBe("No DPA");
  expect(factorLabel("BRAND_NEW")).toBe("Brand new");
  expect(categoryLabel("QUANTUM_API")).toBe("Quantum API");
});

test.each([
  [1500, 2_000_000, "1.5 kB sent, 2.0 MB received"],
  [0, 2_000_000, "no data recorded as sent, 2.0 MB received"],
  [1500, 0, "1.5 kB sent, no data recorded as received"],
  [0, 0, "data volume not recorded"],
])("%d bytes sent and %d received are described as %s", (bytesOut, bytesIn, text) => {
  expect(volumes.both(bytesOut, bytesIn)).toBe(text);
});
