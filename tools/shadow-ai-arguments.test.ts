import { expect, test } from "vitest";
import { simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";
import { parseEvaluate, parseSimulate } from "./shadow-ai-arguments";

const endless = Number.POSITIVE_INFINITY;
const day = { seed: 1, startDay: "2026-11-16", days: 1, scale: 1 };

test.each([
  [
    "--out logs --seed 7 --formats zeek,squid --start 2026-02-28 --days 3 --scale 0.5",
    {
      formats: ["zeek", "squid"],
      simulation: { seed: 7, startDay: "2026-02-28", days: 3, scale: 0.5 },
      lines: endless,
    },
  ],
  ["--out logs", { formats: ["zeek"], simulation: day, lines: endless }],
  ["--out logs --formats all", { formats: simulatedFormatNames, simulation: day, lines: endless }],
  ["--out logs --lines 1000000", { formats: ["zeek"], simulation: { ...day, days: endless }, lines: 1_000_000 }],
])("shadow-ai:simulate parses %s", (argv, expected) => {
  expect(parseSimulate(argv.split(" "))).toEqual({ folder: "logs", ...expected });
});

test("shadow-ai:evaluate parses its flags", () => {
  expect(parseEvaluate("--seed 3,7-9 --formats zeek,otel --scale 0.5 --days 2 --details".split(" "))).toEqual({
    ...{ seeds: [3, 7, 8, 9], formats: ["zeek", "otel"], scale: 0.5, days: 2, details: true },
  });
  const seeds = [111, 112, 113, 114, 115, 116, 117, 118, 119, 120];
  expect(parseEvaluate([])).toEqual({ seeds, formats: simulatedFormatNames, scale: 0.25, days: 1, details: false });
});

test("help requires no other flag", () => {
  expect([parseSimulate(["--help"]), parseEvaluate(["--help"])]).toEqual(["help", "help"]);
});

test.each([
  ["", /^--out is required/],
  ["--out", /--out requires a value/],
  ["--out a --seed x", /--seed must be a whole number/],
  ["--out a --seed -1", /--seed requires a value/],
  ["--out a --formats zeek,syslog", /--formats: unknown format "syslog"/],
  ["--out a --start 2026-02-30", /--start must be a day/],
  ["--out a --days 0", /--days must be a whole number from 1 to 366/],
  ["--out a --days 1.5", /--days must be a whole number/],
  ["--out a --scale 0", /--scale must be a number from 0.05 to 100/],
  ["--out a --lines 10 --days 2", /--days or --lines, not both/],
  ["--out a --lines 10 --formats all", /--lines requires a single format/],
  ["--format zeek", /Unknown flag: --format/],
])("shadow-ai:simulate rejects %s", (argv, message) => {
  expect(() => parseSimulate(argv.split(" ").filter(Boolean))).toThrow(message);
});

test.each([
  ["--seed a", /--seed must be a whole number/],
  ["--seed 5-1", /--seed: 5-1 is not a range/],
  ["--seed 1-2-3", /--seed must be a whole number .*, not 1-2-3/],
  ["--seed 1-100000", /--seed: 1-100000 is not a range of at most 1,000/],
  ["--scale 3", /--scale must be a number from 0.05 to 2/],
  ["--days 15", /--days must be a whole number from 1 to 14/],
  ["--lines 5", /Unknown flag: --lines/],
])("shadow-ai:evaluate rejects %s", (argv, message) => {
  expect(() => parseEvaluate(argv.split(" "))).toThrow(message);
});
