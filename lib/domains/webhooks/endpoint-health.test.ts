import { expect, test } from "vitest";
import { judgeHealth } from "@/lib/domains/webhooks/health";

const day = 24 * 60 * 60 * 1000;

test.each([
  ["all failed, but too few", 19, 19, day, true, "fine"],
  ["all failed, but within less than a day", 500, 500, day - 1, true, "fine"],
  ["no deliveries", 0, 0, 0, false, "fine"],
  ["just below the warning", 1_000, 399, day, false, "fine"],
  ["at the warning", 20, 8, day, false, "warn"],
  ["all failed, without a warning before", 20, 20, 7 * day, false, "warn"],
  ["at the warning threshold again", 20, 8, day, true, "fine"],
  ["just half", 20, 10, day, true, "fine"],
  ["more than half, after a warning", 20, 11, day, true, "disable"],
  ["a bit more than half, after a warning", 10_001, 5_001, day, true, "disable"],
] as const)("%s", (_, finished, failed, spanMs, isWarned, expected) => {
  expect(judgeHealth({ finished, failed, spanMs }, isWarned)).toBe(expected);
});
