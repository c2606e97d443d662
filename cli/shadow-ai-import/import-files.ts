import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable, Writable } from "node:stream";
import { findOrganisation } from "@/lib/domains/organisations";
import { importLog } from "@/lib/domains/shadow-ai";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import type { Program } from "../support/program";
import { type ImportArguments, parseArguments, usage } from "./arguments";
import { createMeter } from "./meter";

interface Surroundings {
  input: Readable;
  out: Writable;
  err: Writable & { isTTY?: boolean };
  program: Program;
}

/** Imports logs. Returns the exit code: 0 success, 1 a log could not be read completely, 2 invalid arguments. */
export async function importFiles(argv: string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { out, err, program } = surroundings;
  let given: ImportArguments | "help";
  try {
    given = parseArguments(argv);
    if (given !== "help") await requireFiles(given.files);
  } catch (error) {
    err.write(`${messageOf(error)}\n`);
    return 2;
  }
  if (given === "help") {
    out.write(`${usage}\n`);
    return 0;
  }
  const close = await openServiceDatabase(program);
  try {
    return await importInto(given, surroundings);
  } catch (error) {
    err.write(`${messageOf(explainMissingTables(error))}\n`);
    return 1;
  } finally {
    await close();
  }
}

async function importInto(given: ImportArguments, { input, out, err }: Surroundings): Promise<0 | 1 | 2> {
  const { organisationId, source, options, backfill, files, json } = given;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) {
    err.write(`--organisation: organisation ${organisationId} does not exist.\n`);
    return 2;
  }
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "command-line" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
  const inputs = files.map((file) => ({
    name: file === "-" ? "standard input" : basename(file),
    bytes: file === "-" ? input : open(file),
  }));
  const meter = createMeter(err);
  try {
    const request = { ...options, source, backfill, inputs, via: "COMMAND_LINE" as const };
    const report = await importLog(ctx, request, meter.show);
    meter.clear();
    out.write(json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
    return 0;
  } finally {
    meter.clear();
  }
}

/** Opens the file only when it is read, because there may be many. */
async function* open(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
}

async function requireFiles(files: string[]): Promise<void> {
  for (const file of files.filter((name) => name !== "-")) {
    const found = await stat(file).catch(() => undefined);
    if (!found) throw new Error(`File not found: ${file}`);
    if (found.isDirectory()) throw new Error(`${file} is a directory. Name its files instead.`);
  }
}

function renderReport({ importId, format, accepted, duplicates, rejected, errors }: ImportReport): string {
  const number = (value: number) => value.toLocaleString("en");
  return [
    `${importId}: ${format ?? "empty"}`,
    `  ${number(accepted)} accepted, ${number(duplicates)} duplicates, ${number(rejected)} rejected`,
    ...errors.map(({ line, message }) => `  line ${number(line)}: ${message}`),
    "",
  ].join("\n");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
