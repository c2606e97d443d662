import { parseFlags } from "@/cli/support/flags";
import { type SimulatedFormatName, simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";
import { parseFormats, parseNumber, parseNumbers } from "./shadow-ai-arguments";

export const usage = `Usage: npm run shadow-ai:evaluate -- [--seed <n,n-m>] [--formats <a,b>] [--scale <n>] [--days <n>] [--details]

Simulates firms, detects AI in their logs with the code and the settings of production, and compares with what happened.
Prints precision and recall by format and by kind of use. Exit code 1 where a goal is missed. Needs no database.

  --seed <n,n-m>     Which firms. Default: 111-120; detection was made looking at 1-5.
  --formats <a,b>    As for shadow-ai:simulate. Default: all.
  --scale <n>        1 is a firm of 200 people; from 0.05 to 2. Default: 0.25.
  --days <n>         How many days from Monday on, up to 14. Default: 1.
  --details          Also name each use that was missed and each false detection.
  --help             This text.`;

export type EvaluateArguments =
  | { task: "help" }
  | {
      task: "evaluate";
      seeds: number[];
      formats: readonly SimulatedFormatName[];
      scale: number;
      days: number;
      details: boolean;
    };

/** What the command line asks for. Throws an Error with a sentence that names the flag that is wrong. */
export function parseArguments(argv: string[]): EvaluateArguments {
  const flags = parseFlags(argv, {
    seed: "string",
    formats: "string",
    scale: "string",
    days: "string",
    details: "boolean",
    help: "boolean",
  });
  if (flags.help) return { task: "help" };
  return {
    task: "evaluate",
    seeds: parseNumbers("--seed", flags.seed ?? "111-120", 0, 1e9),
    formats: flags.formats === undefined ? simulatedFormatNames : parseFormats("--formats", flags.formats),
    scale: parseNumber("--scale", flags.scale ?? "0.25", 0.05, 2, "fractions"),
    days: parseNumber("--days", flags.days ?? "1", 1, 14),
    details: flags.details ?? false,
  };
}
