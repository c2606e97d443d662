import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { type ImportProgress, importLog } from "@/lib/domains/shadow-ai";
import { skipReasonTitles } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import { type ImportReport, ReadingOptions, SourceName } from "@/lib/domains/shadow-ai/schemas-sources";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { messageOf, UsageError } from "./support/errors";
import { commandContext, parseInput, requireFlag, requireOrganisation } from "./support/input";
import { createStatusLine } from "./support/progress";

const usage = `Usage: npm run shadow-ai:import -- --organisation <id> [--source <name>] [--format <format>] [--backfill] FILE… | -

Imports network logs, plain or compressed with gzip, and detects the use of AI services in them. If you pass several files,
the command reads them as one log. Records that were imported before are not counted again.

  FILE                  A log file, or - for standard input.
  --organisation <id>   The organisation's ID. Required.
  --source <name>       Your name for the sensor or log. Default: "default".
  --format <format>     The log format. Default: detected from the first lines of each file.
  --mapping <file>      JSON file that maps CSV columns: {"columns":{"when":"time","dst":"host"}}
  --time-zone <zone>    Time zone for times without one, for example Europe/London. Default: UTC.
  --backfill            Accept records up to 400 days old, regardless of the settings.
  --json                Print the report as JSON.
  --help                Show this help.

Exit status: 0 if the import succeeded, 1 if a log could not be read completely, 2 if an argument is invalid.
The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data).`;

const Source = z.object({ source: SourceName });

export const command = defineCommand({
  usage,
  flags: {
    organisation: "string",
    source: "string",
    format: "string",
    mapping: "string",
    "time-zone": "string",
    backfill: "boolean",
    json: "boolean",
  },
  takesArguments: true,
  failureStatus: 1,
  async run(flags, { positionals: files, input, out, err, program }) {
    const organisationId = requireFlag("--organisation", flags.organisation);
    if (files.length === 0)
      throw new UsageError("No files given. Specify at least one file, or - for standard input. See --help.");
    if (files.filter((file) => file === "-").length > 1)
      throw new UsageError("Standard input (-) can be given only once.");
    const { source } = parseInput(Source, { source: flags.source ?? "default" });
    const mapping = flags.mapping === undefined ? undefined : readMapping(flags.mapping);
    const options = parseInput(ReadingOptions, { format: flags.format, mapping, timeZone: flags["time-zone"] });
    await requireFiles(files);
    await withServiceDatabase(program, async () => {
      const ctx = commandContext(await requireOrganisation(organisationId), "command-line");
      const inputs = files.map((file) => ({
        name: file === "-" ? "standard input" : basename(file),
        bytes: file === "-" ? input : open(file),
      }));
      const status = createStatusLine(err);
      const startedAtMs = performance.now();
      const show = ({ lines, bytesRead }: ImportProgress) =>
        status.show(() => {
          const perSecond = Math.round((lines * 1_000) / (performance.now() - startedAtMs));
          return `${count(lines)} lines, ${(bytesRead / 1e6).toFixed(1)} MB, ${count(perSecond)} lines/s`;
        });
      try {
        const request = { ...options, source, backfill: flags.backfill ?? false, inputs, via: "COMMAND_LINE" as const };
        const report = await importLog(ctx, request, show);
        status.clear();
        out.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
      } finally {
        status.clear();
      }
    });
  },
});

function readMapping(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--mapping: could not read ${path} as JSON: ${messageOf(error)}`);
  }
}

/** Opens the file only when it is read, because there may be many. */
async function* open(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
}

async function requireFiles(files: string[]): Promise<void> {
  for (const file of files.filter((name) => name !== "-")) {
    const found = await stat(file).catch(() => undefined);
    if (!found) throw new UsageError(`File not found: ${file}`);
    if (found.isDirectory()) throw new UsageError(`${file} is a directory. Specify its files instead.`);
  }
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function renderReport(report: ImportReport): string {
  const { importId, format, lines, accepted, counted, duplicates, rejected, skipped, errors, warning } = report;
  return [
    `${importId}: ${format ?? "empty"}`,
    `  ${count(accepted)} accepted, ${count(duplicates)} duplicates, ${count(rejected)} rejected`,
    `  ${count(lines)} lines, ${count(counted)} records about known or possible AI services`,
    ...skipped.map(({ reason, lines }) => `  ${count(lines)} skipped: ${skipReasonTitles[reason]}`),
    ...(warning === null ? [] : [`  Warning: ${warning}`]),
    ...errors.map(({ line, message }) => `  line ${count(line)}: ${message}`),
    "",
  ].join("\n");
}
