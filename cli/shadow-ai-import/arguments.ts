import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { ReadingOptions, SourceName } from "@/lib/domains/shadow-ai/schemas-sources";

export const usage = `Usage: npm run shadow-ai:import -- --organisation <id> [--source <name>] [--format <format>] [--backfill] FILE… | -

Reads logs of network traffic, optionally compressed with gzip, and adds what they tell to the organisation's uses of AI
services. Several files are read as one log. What was read before does not count again.

  FILE                  A log; - is what comes in on standard input.
  --organisation <id>   Whose.
  --source <name>       What the sensor or log is called. Default: default.
  --format <format>     Default: recognised from the first lines of each file.
  --mapping <file>      JSON that says what the columns of a CSV file are: {"columns":{"when":"time","dst":"host"}}
  --time-zone <zone>    Of times that name none, such as Europe/London. Default: UTC.
  --backfill            Take records of any age up to 400 days, not only those as late as the settings allow.
  --json                The report as JSON.
  --help                This text.

Ends with 0 when everything was read, 1 when a log could not be read to its end, 2 when it was called wrongly.
The database is the one of DATABASE_URL, or the embedded one of DATA_DIR (default .data).`;

export interface ImportArguments {
  organisationId: string;
  source: string;
  options: ReadingOptions;
  backfill: boolean;
  files: string[];
  json: boolean;
}

/** What the command line asks for; "help" where it asks for that. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): ImportArguments | "help" {
  const { values, positionals: files } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      organisation: { type: "string" },
      source: { type: "string", default: "default" },
      format: { type: "string" },
      mapping: { type: "string" },
      "time-zone": { type: "string" },
      backfill: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const { organisation: organisationId, backfill, json } = values;
  if (organisationId === undefined) throw new Error("--organisation is missing. See --help.");
  if (files.length === 0) throw new Error("Name a file, or - for standard input. See --help.");
  if (files.filter((file) => file === "-").length > 1) throw new Error("- can be given once.");
  const given = { format: values.format, mapping: readMapping(values.mapping), timeZone: values["time-zone"] };
  return {
    organisationId,
    source: parsed("--source", SourceName, values.source),
    options: parsed("", ReadingOptions, given),
    ...{ backfill, files, json },
  };
}

function readMapping(path: string | undefined): unknown {
  if (path === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`--mapping: ${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function parsed<S extends z.ZodType>(flag: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path: [member, ...inner], message }) => {
    const named = flag || `--${String(member).replace("timeZone", "time-zone")}`;
    return `${named}: ${inner.length > 0 ? `${inner.join(".")} ` : ""}${message}`;
  });
  throw new Error(problems.join("\n"));
}
