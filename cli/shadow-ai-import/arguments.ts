import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { ReadingOptions, SourceName } from "@/lib/domains/shadow-ai/schemas-sources";

export const usage = `Usage: npm run shadow-ai:import -- --organisation <id> [--source <name>] [--format <format>] [--backfill] FILE… | -

Reads network logs, plain or compressed with gzip, and adds their traffic to the organisation's uses of AI services.
Several files are read as one log. Records that were imported before are not counted again.

  FILE                  A log file, or - for standard input.
  --organisation <id>   The organisation's id. Required.
  --source <name>       Your name for the sensor or log. Default: default.
  --format <format>     The log format. Default: detected from the first lines of each file.
  --mapping <file>      JSON file that maps CSV columns: {"columns":{"when":"time","dst":"host"}}
  --time-zone <zone>    For times without a time zone, for example Europe/London. Default: UTC.
  --backfill            Accept records up to 400 days old, regardless of the settings.
  --json                Print the report as JSON.
  --help                Print this help.

Exit codes: 0 success, 1 a log could not be read completely, 2 invalid arguments.
The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data).`;

export interface ImportArguments {
  organisationId: string;
  source: string;
  options: ReadingOptions;
  backfill: boolean;
  files: string[];
  json: boolean;
}

/** Parses the command line; "help" if help was requested. Throws an Error with a message for the user. */
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
  if (organisationId === undefined) throw new Error("--organisation is required. See --help.");
  if (files.length === 0)
    throw new Error("No files given. Name at least one file, or - for standard input. See --help.");
  if (files.filter((file) => file === "-").length > 1) throw new Error("Standard input (-) can be given only once.");
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
    throw new Error(`--mapping: could not read ${path} as JSON: ${error instanceof Error ? error.message : error}`);
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
