import { parseFlags } from "@/cli/support/flags";
import { type SimulatedFormatName, simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";
import { parseDay, parseFormats, parseNumber } from "./shadow-ai-arguments";

export const usage = `Usage: npm run shadow-ai:simulate -- --out <folder> [--seed <n>] [--formats <a,b>] [--days <n>] [--scale <n>]

Writes the network logs of a firm that does not exist, in which people, services and agents use AI, and beside them
truth.json, which says who used what. The same values give the same bytes.

  --out <folder>     Where to write. Each format has a folder in it.
  --seed <n>         Which firm. Default: 1.
  --formats <a,b>    Of ${simulatedFormatNames.slice(0, 9).join(", ")},
                     ${simulatedFormatNames.slice(9).join(", ")}. Default: zeek.
  --start <day>      The first day, YYYY-MM-DD. Default: 2026-11-16, a Monday.
  --days <n>         How many. Default: 1.
  --scale <n>        1 is a firm of 200 people; from 0.05 to 100. Default: 1.
  --lines <n>        End after so many lines, however many days that takes. With one format only.
  --help             This text.`;

export type SimulateArguments =
  | { task: "help" }
  | {
      task: "simulate";
      folder: string;
      simulation: { seed: number; startDay: string; days: number; scale: number };
      formats: readonly SimulatedFormatName[];
      /** Null: as many as there are. */
      lines: number | null;
    };

/** What the command line asks for. Throws an Error with a sentence that names the flag that is wrong. */
export function parseArguments(argv: string[]): SimulateArguments {
  const flags = parseFlags(argv, {
    out: "string",
    seed: "string",
    formats: "string",
    start: "string",
    days: "string",
    scale: "string",
    lines: "string",
    help: "boolean",
  });
  if (flags.help) return { task: "help" };
  if (flags.out === undefined) throw new Error("Give --out, the folder to write to.");
  const formats = flags.formats === undefined ? (["zeek"] as const) : parseFormats("--formats", flags.formats);
  const lines = flags.lines === undefined ? null : parseNumber("--lines", flags.lines, 1, 1e9);
  if (lines !== null && flags.days !== undefined) throw new Error("Give --days or --lines, not both.");
  if (lines !== null && formats.length !== 1) throw new Error("--lines goes with one format.");
  return {
    task: "simulate",
    folder: flags.out,
    simulation: {
      seed: parseNumber("--seed", flags.seed ?? "1", 0, 1e9),
      startDay: parseDay("--start", flags.start ?? "2026-11-16"),
      days: lines === null ? parseNumber("--days", flags.days ?? "1", 1, 366) : Number.POSITIVE_INFINITY,
      scale: parseNumber("--scale", flags.scale ?? "1", 0.05, 100, "fractions"),
    },
    formats,
    lines,
  };
}
