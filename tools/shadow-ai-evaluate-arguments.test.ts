import { expect, test } from "vitest";
import { simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";
import { parseArguments } from "./shadow-ai-evaluate-arguments";

test("the flags say what to evaluate", () => {
  const argv = "--seed 3,7-9 --formats zeek,otel --scale 0.5 --days 2 --details".split(" ");
  expect(parseArguments(argv)).toEqual({
    task: "evaluate",
    seeds: [3, 7, 8, 9],
    formats: ["zeek", "otel"],
    scale: 0.5,
    days: 2,
    details: true,
  });
});

test("every format, of seeds that detection was not made with, is meant where nothing is said", () => {
  expect(parseArguments([])).toEqual({
    task: "evaluate",
    seeds: [111, 112, 113, 114, 115, 116, 117, 118, 119, 120],
    formats: simulatedFormatNames,
    scale: 0.25,
    days: 1,
    details: false,
  });
  expect(parseArguments(["--help"])).toEqual({ task: "help" });
});

const mistakes: [string[], RegExp][] = [
  [["--seed", "a"], /--seed must be a whole number/],
  [["--seed", "5-1"], /--seed: 5-1 is no range/],
  [["--seed", "1-2-3"], /--seed must be a whole number .*, not 1-2-3/],
  [["--seed", "1-100000"], /--seed: 1-100000 is no range of at most 1,000/],
  [["--formats", "syslog"], /--formats: there is no format "syslog"/],
  [["--scale", "3"], /--scale must be a number from 0.05 to 2/],
  [["--days", "15"], /--days must be a whole number from 1 to 14/],
  [["--lines", "5"], /Unknown flag: --lines/],
];

test.for(mistakes)("the mistake in %j is named", ([argv, message]) => {
  expect(() => parseArguments(argv)).toThrow(message);
});
