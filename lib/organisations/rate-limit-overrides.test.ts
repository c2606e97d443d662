import { expect, test } from "vitest";
import { readRateLimitOverrides } from "@/lib/organisations";

const stored: [unknown, Record<string, number>][] = [
  [
    { "audit.list": 50_000, "audit.write": 1 },
    { "audit.list": 50_000, "audit.write": 1 },
  ],
  [{ a: 0, b: -1, c: 1.5, d: "5", e: null, f: 7 }, { f: 7 }],
  [{}, {}],
  [[5], {}],
  ["5", {}],
  [null, {}],
];

test.for(stored)("stored overrides %j are read as %j, and cannot be changed", ([given, expected]) => {
  const overrides = readRateLimitOverrides(given);
  expect(overrides).toEqual(expected);
  expect(Object.isFrozen(overrides)).toBe(true);
});
