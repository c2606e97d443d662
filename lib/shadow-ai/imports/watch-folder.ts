import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { isDatabaseUnavailable } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { findOrganisation } from "@/lib/organisations";
import { importLog } from "@/lib/shadow-ai/imports/import-log";
import {
  findPlaces,
  findQuietFiles,
  openFile,
  type QuietFile,
  readOptionsFile,
  type WaitingLogs,
} from "@/lib/shadow-ai/imports/waiting-logs";
import type { ImportReport } from "@/lib/shadow-ai/schemas-sources";

const done = ".done";
const failed = ".failed";

/**
 * Where logs lie that are to be read: in `<organisation's id>/<source's name>/` below the folder, files that nobody has
 * changed for ten seconds. What begins with a dot is passed over, and so are links.
 */
export async function findWaitingLogs(folder: string, clock: Clock): Promise<WaitingLogs[]> {
  const waiting: WaitingLogs[] = [];
  for (const place of await findPlaces(folder)) {
    if ((await findQuietFiles(join(folder, place.organisationId, place.source), clock.now())).length > 0) {
      waiting.push(place);
    }
  }
  return waiting;
}

/**
 * Reads the logs of a place as one import, and moves them to `.done/<import>/` there, or where they cannot be read to
 * `.failed/<import>/`, with a `report.json`. While the database cannot be reached, or too much is read already, they stay
 * for the next time; so does what has changed while it was read. What is read again does not count again. Null where there
 * is nothing to be done.
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
    log().warn({ organisationId }, "logs wait in the folder of an organisation that there is not");
    return null;
  }
  // Who cannot put the files away had better not read them: they would be read again every minute.
  // (The build takes a path that it cannot know for one into this project, and would put all of it beside the service.)
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
    const told = error instanceof ServiceError;
    if (!told) log().error({ err: error, organisationId, source }, "a log of the watched folder could not be read");
    const message = told ? error.message : "The log could not be read because of an error of the service.";
    const importId = String((told && error.members?.importId) || newId("logImport", clock.now()));
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
