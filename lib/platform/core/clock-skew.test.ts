import { describe, expect, it } from "vitest";
import { estimatedDatabaseNow } from "@/lib/platform/core/clock";
import { measureClockSkew, observeDatabaseTime, skewBetween } from "@/lib/platform/core/clock-skew";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

describe("the skew of two clocks", () => {
  it.each([
    ["the database's time lies between request and answer", 1_000, 1_020, 1_040, 0],
    ["the request took long", 1_000, 1_000, 61_000, 0],
    ["the process is ahead", 7_201_000, 1_000, 7_201_040, 7_200_000],
    ["the process is behind", 1_000, 7_201_040, 1_040, -7_200_000],
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

it("keeps the known skew when a slow comparison could hide it, and drops it after a fast one", () => {
  const nowMs = Date.now();
  observeDatabaseTime(nowMs, nowMs - 8_000, nowMs + 5);
  expect(observeDatabaseTime(nowMs - 9_000, nowMs - 8_000, nowMs)).toBe(8_000);
  expect(observeDatabaseTime(nowMs, nowMs + 2, nowMs + 5)).toBe(0);
});

it("keeps the known skew when the database's time cannot be read", () => {
  const nowMs = Date.now();
  observeDatabaseTime(nowMs, nowMs - 8_000, nowMs + 5);
  expect(observeDatabaseTime(nowMs, Number.NaN, nowMs + 5)).toBe(8_000);
});
