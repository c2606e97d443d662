import { parseFlags, parseWholeNumber } from "@/cli/support/flags";
import { type SimulatedFormatName, simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";

export const usage = {
  evaluate: `Usage: npm run shadow-ai:evaluate -- [--seed <n,n-m>] [--formats <a,b>] [--scale <n>] [--days <n>] [--details]

Simulates companies, detects AI in their logs with the code and settings of production, and compares the detections with
the simulated usage. Prints precision and recall by format and by kind of use. Exit code 1 if a goal is missed. Needs no
database.

  --seed <n,n-m>     Seeds of the simulated companies. Default: 111-120. Detection was developed with 1-5.
  --formats <a,b>    As for shadow-ai:simulate. Default: all.
  --scale <n>        1 is a company of 200 people; from 0.05 to 2. Default: 0.25.
  --days <n>         The number of days from Monday on, up to 14. Default: 1.
  --details          Also print each missed use and each false detection.
  --help             Show this help.`,

  simulate: `Usage: npm run shadow-ai:simulate -- --out <folder> [--seed <n>] [--formats <a,b>] [--days <n>] [--scale <n>]

Writes the network logs of a fictional company in which people, services and agents use AI, and the ground truth as
truth.json. The same arguments produce the same bytes.

  --out <folder>     Output folder, with a subfolder for each format.
  --seed <n>         The company. Default: 1.
  --formats <a,b>    Of ${simulatedFormatNames.slice(0, 9).join(", ")},
                     ${simulatedFormatNames.slice(9).join(", ")}. Default: zeek.
  --start <day>      The first day, YYYY-MM-DD. Default: 2026-11-16, a Monday.
  --days <n>         The number of days. Default: 1.
  --scale <n>        1 is a company of 200 people; from 0.05 to 100. Default: 1.
  --lines <n>        Stop after this number of lines, however many days that takes. With one format only.
  --help             Show this help.`,
};

/** @throws an Error that names the invalid flag. */
export function parseEvaluate(argv: string[]) {
  const text = "string" as const;
  const types = { seed: text, formats: text, scale: text, days: text, details: "boolean", help: "boolean" } as const;
  const flags = parseFlags(argv, types);
  if (flags.help) return "help";
  return {
    seeds: parseNumbers("--seed", flags.seed ?? "111-120"),
    formats: parseFormats(flags.formats ?? "all"),
    scale: parseScale(flags.scale ?? "0.25", 2),
    days: parseWholeNumber("--days", flags.days ?? "1", 1, 14),
    details: flags.details ?? false,
  };
}

export type SimulateArguments = Exclude<ReturnType<typeof parseSimulate>, "help">;

/** @throws an Error that names the invalid flag. */
export function parseSimulate(argv: string[]) {
  const text = "string" as const;
  const more = { start: text, days: text, scale: text, lines: text, help: "boolean" } as const;
  const flags = parseFlags(argv, { out: text, seed: text, formats: text, ...more });
  if (flags.help) return "help";
  if (flags.out === undefined) throw new Error("--out is required: the folder to write to.");
  const formats = parseFormats(flags.formats ?? "zeek");
  const isEndless = flags.lines !== undefined;
  if (isEndless && flags.days !== undefined) throw new Error("Use --days or --lines, not both.");
  if (isEndless && formats.length !== 1) throw new Error("--lines requires a single format.");
  return {
    folder: flags.out,
    simulation: {
      seed: parseWholeNumber("--seed", flags.seed ?? "1", 0, 1e9),
      startDay: parseDay("--start", flags.start ?? "2026-11-16"),
      days: isEndless ? Number.POSITIVE_INFINITY : parseWholeNumber("--days", flags.days ?? "1", 1, 366),
      scale: parseScale(flags.scale ?? "1", 100),
    },
    formats,
    lines: isEndless ? parseWholeNumber("--lines", flags.lines ?? "", 1, 1e9) : Number.POSITIVE_INFINITY,
  };
}

/** Numbers and ranges: `1,3,101-110`. */
function parseNumbers(flag: string, text: string): number[] {
  return text.split(",").flatMap((part) => {
    const range = /^(\d+)-(\d+)$/.exec(part);
    const [from, to] = [range?.[1] ?? part, range?.[2] ?? part].map((end) => parseWholeNumber(flag, end, 0, 1e9));
    if (from === undefined || to === undefined || to < from || to - from > 1_000)
      throw new Error(`${flag}: ${part} is not a range of at most 1,000.`);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function parseScale(text: string, high: number): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0.05 && value <= high) return value;
  throw new Error(`--scale must be a number from 0.05 to ${high}, not ${text}.`);
}

function parseDay(flag: string, text: string): string {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)) return text;
  throw new Error(`${flag} must be a day such as 2026-11-16, not ${text}.`);
}

/** Names of formats, or `all`. */
function parseFormats(text: string): SimulatedFormatName[] {
  if (text === "all") return [...simulatedFormatNames];
  return text.split(",").map((name) => {
    const known = simulatedFormatNames.find((one) => one === name.trim());
    if (known) return known;
    throw new Error(`--formats: unknown format "${name}". Use ${simulatedFormatNames.join(", ")}.`);
  });
}
