import { expect, test } from "vitest";
import { judgeHealth } from "@/lib/domains/webhooks/health";

const day = 24 * 60 * 60 * 1000;

test.each([
  ["all failed, but too few: fine", 19, 19, day, true, "fine"],
  ["all failed, but within less than a day: fine", 500, 500, day - 1, true, "fine"],
  ["no deliveries: fine", 0, 0, 0, false, "fine"],
  ["just below the warning threshold: fine", 1_000, 399, day, false, "fine"],
  ["at the warning threshold: warn", 20, 8, day, false, "warn"],
  ["all failed, without a previous warning: warn", 20, 20, 7 * day, false, "warn"],
  ["at the warning threshold after a warning: fine", 20, 8, day, true, "fine"],
  ["exactly half failed, after a warning: fine", 20, 10, day, true, "fine"],
  ["more than half failed, after a warning: disable", 20, 11, day, true, "disable"],
  ["slightly more than half failed, after a warning: disable", 10_001, 5_001, day, true, "disable"],
] as const)("%s", (_, finished, failed, spanMs, isWarned, expected) => {
  expect(judgeHealth({ finished, failed, spanMs }, isWarned)).toBe(expected);
});
