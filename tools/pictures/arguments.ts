import { parseFlags } from "@/cli/support/flags";

/** What a page is seen with: what the demo holds, a new organisation, answers that do not come, answers that are refused. */
export const states = ["data", "empty", "loading", "failing"] as const;
export type State = (typeof states)[number];

export const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

const allWidths = [1440, 1024, 390];

export const usage = `Usage: npm run pictures -- [--out <folder>] [--page <name>] [--states data,empty] [--themes light]
           [--widths 1440]

Takes a picture of every page of the running demo, in each state, theme and width, for whoever looks after its design.
The state "empty" makes an organisation of its own in the demo's database.

  --out <folder>      Where the pictures are written. Without it test-results/pictures.
  --page <name>       Only pages whose name has this in it: overview, audit, evidence-new.
  --states <list>     ${states.join(", ")}. Without it all.
  --themes <list>     ${themes.join(", ")}. Without it both.
  --widths <list>     In pixels. Without it ${allWidths.join(", ")}.
  --help              This text.`;

export interface PictureArguments {
  out: string;
  page: string;
  states: State[];
  themes: Theme[];
  widths: number[];
}

/** @throws an Error with a sentence about the flag that is not as it should be. */
export function parseArguments(argv: string[]): PictureArguments | "help" {
  const flags = parseFlags(argv, {
    out: "string",
    page: "string",
    states: "string",
    themes: "string",
    widths: "string",
    help: "boolean",
  });
  if (flags.help) return "help";
  return {
    out: flags.out ?? "test-results/pictures",
    page: flags.page ?? "",
    states: someOf(states, flags.states, "--states"),
    themes: someOf(themes, flags.themes, "--themes"),
    widths: flags.widths?.split(",").map(widthOf) ?? allWidths,
  };
}

function someOf<T extends string>(known: readonly T[], list: string | undefined, flag: string): T[] {
  const wanted = list?.split(",") ?? known;
  const unknown = wanted.find((one) => !known.some((other) => other === one));
  if (unknown !== undefined) throw new Error(`${flag}: ${unknown} is none of ${known.join(", ")}.`);
  return known.filter((one) => wanted.includes(one));
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 200 || width > 4_000) throw new Error(`--widths: ${text} is no such width.`);
  return width;
}
