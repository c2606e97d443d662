import { constants, type Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findOrganisation } from "@/lib/domains/organisations";
import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { type ImportReport, ReadingOptions, SourceName } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

const done = ".done";
const failed = ".failed";

/**
 * Finds logs waiting for import: files below `<organisation's id>/<source's name>/` that have not changed for ten
 * seconds. Ignores links and names that start with a dot.
 */
export async function findWaitingLogs(folder: string, clock: Clock): Promise<WaitingLogs[]> {
  const waiting: WaitingLogs[] = [];
  for (const place of await findEventPositions(folder)) {
    if ((await findQuietFiles(join(folder, place.organisationId, place.source), clock.now())).length > 0) {
      waiting.push(place);
    }
  }
  return waiting;
}

/**
 * Reads the logs of a folder as one import and moves them to `.done/<import>/` or, if unreadable, to
 * `.failed/<import>/`, with a `report.json`. Files stay for the next run if the database is unavailable, too many
 * imports are running, or they changed while being read. Records that are read again do not count again. Null if there
 * is nothing to do.
 */
export async function importWaitingLogs(
  folder: string,
  { organisationId, source }: WaitingLogs,
  clock: Clock,
): Promise<ImportReport | null> {
  const place = join(folder, organisationId, source);
  const files = await findQuietFiles(place, clock.now());
  const organisation = await findOrganisation(organisationId);
  if (files.length === 0) return null;
  if (!organisation) {
    log().warn({ organisationId }, "the watched folder contains logs for an organisation that does not exist");
    return null;
  }
  // Checks before reading that files can be moved; otherwise they would be read again every minute. (Without the
  // comment, the build would trace the path into the project and copy it to the output.)
  for (const name of [done, failed]) await mkdir(join(/* turbopackIgnore: true */ place, name), { recursive: true });
  const ctx: Context = {
    organisation,
    actor: { kind: "system", id: "log-folder" },
    scopes: new Set(),
    clock,
    requestId: newId("request"),
  };
  try {
    const options = await readOptionsFile(place);
    const inputs = files.map(({ name }) => ({ name, bytes: openFile(join(place, name)) }));
    const report = await importLog(ctx, { ...options, source, via: "FOLDER", inputs, backfill: true });
    await putAway(place, join(done, report.importId), files, report);
    return report;
  } catch (error) {
    if (isDatabaseUnavailable(error) || isBusy(error)) throw error;
    const isServiceError = error instanceof ServiceError;
    if (!isServiceError)
      log().error({ err: error, organisationId, source }, "a log in the watched folder could not be read");
    const message = isServiceError ? error.message : "The log could not be read because of an internal error.";
    const importId = String((isServiceError && error.members?.importId) || newId("logImport", clock.now()));
    await putAway(place, join(failed, importId), files, { importId, error: message });
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "unavailable";
}

async function putAway(place: string, directory: string, files: QuietFile[], report: object): Promise<void> {
  await mkdir(join(place, directory), { recursive: true });
  const names = files.map(({ name }) => name);
  await writeFile(join(place, directory, "report.json"), `${JSON.stringify({ ...report, files: names }, null, 2)}\n`);
  for (const { name, size, changedMs } of files) {
    const now = await stat(join(place, name));
    if (now.size === size && now.ctimeMs === changedMs) await rename(join(place, name), join(place, directory, name));
  }
}

/** A folder below the watched folder: `<organisation's id>/<source's name>`. */
interface WaitingLogs {
  organisationId: string;
  source: string;
}

/** A file without recent writes. */
interface QuietFile {
  name: string;
  size: number;
  changedMs: number;
}

/** Minimum time since a file's last change. */
const quietMs = 10_000;
/** Maximum number of files per import, because each is an open file. */
const filesMax = 200;
/** Name of the file with import options for the files in its folder. */
const optionsName = ".import.json";

async function findEventPositions(folder: string): Promise<WaitingLogs[]> {
  const places: WaitingLogs[] = [];
  for (const organisation of await entriesOf(folder)) {
    if (!organisation.isDirectory() || !isId("organisation", organisation.name)) continue;
    for (const source of await entriesOf(join(folder, organisation.name))) {
      if (!source.isDirectory() || !SourceName.safeParse(source.name).success) continue;
      places.push({ organisationId: organisation.name, source: source.name });
    }
  }
  return places;
}

/** A folder's unchanged files, by name. Links are ignored because they may lead anywhere. */
async function findQuietFiles(place: string, nowMs: number): Promise<QuietFile[]> {
  const files: QuietFile[] = [];
  for (const entry of await entriesOf(place)) {
    if (!entry.isFile() || entry.name.startsWith(".") || files.length >= filesMax) continue;
    const { size, mtimeMs, ctimeMs } = await lstat(join(place, entry.name));
    if (nowMs - Math.max(mtimeMs, ctimeMs) >= quietMs) files.push({ name: entry.name, size, changedMs: ctimeMs });
  }
  return files;
}

/** Reads `.import.json`; empty options if the file is missing. Throws `validation_failed`. */
async function readOptionsFile(place: string): Promise<ReadingOptions> {
  let text: string;
  try {
    text = await readFile(join(place, optionsName), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  const refuse = (message: string) => validationFailed([{ path: optionsName, message }]);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw refuse("is not JSON");
  }
  const parsed = ReadingOptions.safeParse(json);
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; "));
}

/** The bytes of a file, which is opened on first read. */
export async function* openFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const chunk of file.createReadStream({ highWaterMark: 256 * 1024 })) yield chunk as Buffer;
}

/** Sorted by name; empty if the directory is missing. */
async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
