import { expect, test } from "vitest";
import { skippedList, warningOf } from "@/lib/domains/shadow-ai/imports/outcomes";

const none = { format: "zeek", lines: 12, accepted: 0, duplicates: 0, skipped: { EMPTY: 2, OTHER_LOG: 10 } };

test("warns about a recognised log without records, and states the reasons", () => {
  expect(warningOf(none)).toContain("Lines by outcome: 10 log types and messages that do not describe a connection.");
  const mixed = { ...none, lines: 2_000n, skipped: { OTHER_LOG: 10, MERGED: 1_200 } };
  expect(warningOf(mixed)).toMatch(/: 1,200 lines added to .*; 10 log types .*; 790 rejected\./);
  expect(warningOf({ ...none, skipped: null })).not.toContain("outcome");
});

test.each([
  ["records", { accepted: 1 }],
  ["records that were known", { duplicates: 1n }],
  ["only headers", { lines: 2 }],
  ["no lines", { lines: 0, skipped: {} }],
  ["no known format", { format: null }],
])("does not warn about a log with %s", (_, members) => {
  expect(warningOf({ ...none, ...members })).toBeNull();
});

test("lists skipped lines by frequency", () => {
  expect(skippedList({ EMPTY: 1, MERGED: 3 })).toEqual([
    { reason: "MERGED", lines: 3 },
    { reason: "EMPTY", lines: 1 },
  ]);
});
