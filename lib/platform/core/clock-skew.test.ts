import { describe, expect, it } from "vitest";
import { estimatedDatabaseNow } from "@/lib/platform/core/clock";
import { measureClockSkew, observeDatabaseTime, skewBetween } from "@/lib/platform/core/clock-skew";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

describe("the clock skew", () => {
  it.each([
    ["is zero if the database's time is between request and response", 1_000, 1_020, 1_040, 0],
    ["is zero after a slow request that could explain it", 1_000, 1_000, 61_000, 0],
    ["is positive if the process is ahead", 7_201_000, 1_000, 7_201_040, 7_200_000],
    ["is negative if the process is behind", 1_000, 7_201_040, 1_040, -7_200_000],
  ])("%s", (_case, sentMs, databaseMs, answeredMs, expected) => {
    expect(skewBetween(sentMs, databaseMs, answeredMs)).toBe(expected);
  });
});

it("measures the skew against the database's clock", async () => {
  expect(Math.abs(await measureClockSkew())).toBeLessThan(50);
});

it("corrects the process's time by the last known skew", () => {
  const nowMs = Date.now();
  expect(observeDatabaseTime(nowMs, nowMs - 7_200_000, nowMs + 5)).toBe(7_200_000);
  expect(Math.abs(estimatedDatabaseNow() - (Date.now() - 7_200_000))).toBeLessThan(50);
});

it("keeps the known skew if a slow comparison could hide it, and drops it after a fast one", () => {
  const nowMs = Date.now();
  observeDatabaseTime(nowMs, nowMs - 8_000, nowMs + 5);
  expect(observeDatabaseTime(nowMs - 9_000, nowMs - 8_000, nowMs)).toBe(8_000);
  expect(observeDatabaseTime(nowMs, nowMs + 2, nowMs + 5)).toBe(0);
});

it("keeps the known skew if the database's time cannot be read", () => {
  const nowMs = Date.now();
  observeDatabaseTime(nowMs, nowMs - 8_000, nowMs + 5);
  expect(observeDatabaseTime(nowMs, Number.NaN, nowMs + 5)).toBe(8_000);
});
