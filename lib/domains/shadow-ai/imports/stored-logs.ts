import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { beginImportOf, digestInputs, unread } from "@/lib/domains/shadow-ai/imports/import-log";
import { endImport } from "@/lib/domains/shadow-ai/imports/source-store";
import {
  countStoredLogs,
  findLeftLogs,
  findStoredLog,
  type ImportId,
  markRemoved,
  markStored,
  noteShare,
  recordStorageHeartbeat,
  type StoredLog,
  takeSilentLogs,
} from "@/lib/domains/shadow-ai/imports/stored-log-store";
import type { ImportChannel, ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { unavailable } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction } from "@/lib/platform/database/db";
import { attempt, type GenerationState, sweepSilent } from "@/lib/platform/documents/generation";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { processPool } from "@/lib/platform/documents/worker-pool";
import type { JobEvent } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { storage } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

/** Maximum number of an organisation's logs that wait or are being imported, because each occupies storage. */
const storedMax = 20;
/** Maximum number of an organisation's logs, and of all logs, that a process receives, because each occupies the disk. */
const receivedMax = { perOrganisation: 4, perProcess: 16 };

export interface LogToStore {
  source: string;
  via: ImportChannel;
  options: Omit<StoredLog, "digest" | "sizeBytes">;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Stores a log as it arrives, and requests its import once it is complete. The row of the import exists before its file,
 * so that every file can be found again. Throws `unavailable` if too many logs are being received or waiting, and errors
 * from reading.
 */
export async function storeLog(ctx: Context, { source, via, options, bytes }: LogToStore): Promise<ImportReport> {
  const organisationId = ctx.organisation.id;
  const receiving = singleton("stored-logs-being-received", (): string[] => []);
  const own = receiving.filter((id) => id === organisationId).length;
  if (own >= receivedMax.perOrganisation || receiving.length >= receivedMax.perProcess)
    throw unavailable("Too many large logs are being received. Try again in a moment.", 30);
  receiving.push(organisationId);
  try {
    return await receiveLog(ctx, { source, via, options, bytes });
  } finally {
    receiving.splice(receiving.indexOf(organisationId), 1);
  }
}

async function receiveLog(ctx: Context, { source, via, options, bytes }: LogToStore): Promise<ImportReport> {
  const organisationId = ctx.organisation.id;
  await requireCapacity(organisationId);
  return withTemporaryDirectory(async (directory) => {
    const path = join(directory, "log");
    const { inputs, digest } = digestInputs([{ name: "body", bytes }]);
    const file = createWriteStream(path);
    await pipeline(inputs[0]?.bytes ?? [], file);
    await requireCapacity(organisationId);
    const storedLog = { ...options, digest: digest(), sizeBytes: file.bytesWritten };
    const key = await beginImportOf(ctx, { source, via, storedLog });
    const alive = setInterval(
      () => void recordStorageHeartbeat(key, new Date(ctx.clock.now())).catch(() => undefined),
      storingMs,
    );
    try {
      await storage().putFile(fileOf(key), path);
      await inTransaction(undefined, async (tx) => {
        if (!(await markStored(tx, key))) throw new Error("the import ended while its log was being stored");
        await enqueue(tx, [requestOf(key)]);
      });
    } catch (error) {
      await failStoredLog(key, ctx.clock);
      throw error;
    } finally {
      clearInterval(alive);
    }
    return { ...nothingYet, importId: key.importId };
  });
}

/** How often a log that is being stored gets a heartbeat. */
const storingMs = 60_000;

async function requireCapacity(organisationId: string): Promise<void> {
  if ((await countStoredLogs(organisationId)) < storedMax) return;
  throw unavailable(`Your organisation already has ${storedMax} logs waiting or being imported. Try again later.`, 60);
}

const zeros = { lines: 0, accepted: 0, counted: 0, duplicates: 0, rejected: 0 };
const nothingYet = { status: "QUEUED" as const, format: null, ...zeros, errors: [], skipped: [], warning: null };

/** The key of a log's file. */
export function fileOf({ importId }: Pick<ImportId, "importId">): string {
  return `log-imports/${importId}`;
}

function requestOf({ organisationId, importId }: ImportId): JobEvent {
  return { name: "shadow-ai/import.requested", data: { organisationId, importId } };
}

/** Imports in the pool of worker processes; undefined while no worker is free, false while another process imports. */
type Read = (key: ImportId, onProgress: (fraction: number) => void) => Promise<boolean | undefined>;

const inPool: Read = (key, onProgress) => {
  const source = "lib/domains/shadow-ai/imports/worker.ts";
  return processPool<ImportId, boolean>({ built: "import-worker.mjs", source, size: 2 }).run(key, onProgress);
};

/** Imports a stored log and removes its file. An interrupted import is repeated. Throws errors that are worth retrying. */
export async function importStoredLog(
  key: ImportId,
  { clock = systemClock, read = inPool }: { clock?: Clock; read?: Read } = {},
): Promise<{ state: GenerationState }> {
  const note = (fraction: number) => noteShare(key, Math.min(99, fraction * 100), new Date(clock.now()));
  if (!(await note(0))) return { state: "ended" };
  const done = await attempt({
    note,
    work: async (onProgress) => ((await read(key, onProgress)) ? "ended" : "waiting"),
    fail: () => failStoredLog(key, clock),
  });
  if (done.state === "ended") await removeLog(key);
  return done;
}

/** Ends the import of a stored log as FAILED, and removes the file. Does not change an import that has ended. */
export async function failStoredLog(key: ImportId, clock: Clock): Promise<void> {
  const found = await findStoredLog(key);
  const end = { failureReason: unread, digest: null, now: new Date(clock.now()) };
  if (found)
    await inTransaction(undefined, (tx) => endImport(tx, { ...key, sourceId: found.sourceId }, undefined, end));
  await removeLog(key);
}

async function removeLog(key: ImportId): Promise<void> {
  await storage().remove(fileOf(key));
  await markRemoved(key);
}

const leftMax = 100;

/** Requests lost imports of stored logs again, and removes the files of imports that have ended. */
export async function sweepStoredLogs(clock: Clock): Promise<number> {
  const silent = await sweepSilent<ImportId>(clock, {
    takeSilent: takeSilentLogs,
    request: requestOf,
    fail: (key) => failStoredLog(key, clock),
  });
  for (const key of await findLeftLogs(leftMax)) {
    // One file that cannot be removed must not stop the others.
    await removeLog(key).catch((err: unknown) => log().error({ ...key, err }, "a log could not be removed"));
  }
  return silent;
}
