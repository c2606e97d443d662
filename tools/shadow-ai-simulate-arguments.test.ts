import { expect, test } from "vitest";
import { simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";
import { parseArguments } from "./shadow-ai-simulate-arguments";

test("the flags say what to simulate", () => {
  const argv = "--out logs --seed 7 --formats zeek,squid --start 2026-02-28 --days 3 --scale 0.5".split(" ");
  expect(parseArguments(argv)).toEqual({
    task: "simulate",
    folder: "logs",
    simulation: { seed: 7, startDay: "2026-02-28", days: 3, scale: 0.5 },
    formats: ["zeek", "squid"],
    lines: null,
  });
});

test("a day of one firm in one format is meant where nothing is said", () => {
  expect(parseArguments(["--out", "logs"])).toMatchObject({
    simulation: { seed: 1, startDay: "2026-11-16", days: 1, scale: 1 },
    formats: ["zeek"],
  });
});

test("every format is meant by all, and days have no end where lines are counted", () => {
  expect(parseArguments(["--out", "logs", "--formats", "all"])).toMatchObject({ formats: simulatedFormatNames });
  expect(parseArguments(["--out", "logs", "--lines", "1000000"])).toMatchObject({
    simulation: { days: Number.POSITIVE_INFINITY },
    lines: 1_000_000,
  });
});

test("help needs no other flag", () => {
  expect(parseArguments(["--help"])).toEqual({ task: "help" });
});

const mistakes: [string[], RegExp][] = [
  [["--out"], /--out requires a value/],
  [["--out", "a", "--seed", "x"], /--seed must be a whole number from 0 to 1000000000, not x/],
  [["--out", "a", "--seed", "-1"], /--seed requires a value/],
  [["--out", "a", "--formats", "zeek,syslog"], /--formats: there is no format "syslog"/],
  [["--out", "a", "--start", "2026-02-30"], /--start must be a day/],
  [["--out", "a", "--days", "0"], /--days must be a whole number from 1 to 366/],
  [["--out", "a", "--days", "1.5"], /--days must be a whole number/],
  [["--out", "a", "--scale", "0"], /--scale must be a number from 0.05 to 100/],
  [["--out", "a", "--lines", "10", "--days", "2"], /--days or --lines, not both/],
  [["--out", "a", "--lines", "10", "--formats", "all"], /--lines goes with one format/],
  [["--format", "zeek"], /Unknown flag: --format/],
];

test.for(mistakes)("the mistake in %j is named", ([argv, message]) => {
  expect(() => parseArguments(argv)).toThrow(message);
});

test("a folder has to be named", () => {
  expect(() => parseArguments([])).toThrow(/^Give --out/);
});
