import { createHash, type Hash } from "node:crypto";
import { countLog, type ImportProgress, type LogToCount } from "@/lib/domains/shadow-ai/imports/count-log";
import { ImportTally } from "@/lib/domains/shadow-ai/imports/import-tally";
import { skippedList, warningOf } from "@/lib/domains/shadow-ai/imports/outcomes";
import {
  beginImport,
  endImport,
  type ImportKey,
  isKnownImport,
  noteAlive,
} from "@/lib/domains/shadow-ai/imports/source-store";
import type { StoredLog } from "@/lib/domains/shadow-ai/imports/stored-log-store";
import { FormatError, InputError, type LogInput, logFormats } from "@/lib/domains/shadow-ai/ingest";
import type { ImportReport } from "@/lib/domains/shadow-ai/schemas-sources";
import type { Context } from "@/lib/platform/core/context";
import { type ErrorCode, ServiceError, unavailable } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

interface ImportRequest extends LogToCount {
  /** The sender's name for the sensor or log. A new name creates a source. */
  source: string;
  /** A stored log whose import was already begun, possibly by a process that has stopped. */
  begun?: ImportKey & { counted: number; digest: string };
}

/** Interval at which an import reports that it is alive. `sweepImports` has the timeout. */
const aliveMs = 20_000;

/** Imports are CPU-bound: maximum numbers of running and of waiting imports per process. */
const places = 2;
const waiting = 14;

/**
 * Reads a log and adds its records to the organisation's uses of AI services. Each record counts once, regardless of
 * file, source or repeated upload. Memory use is constant. Only the keyed hash of a line is stored. Unreadable lines,
 * and records that are too old or in the future, are counted and reported, and do not fail the import.
 *
 * @throws `validation_failed` for a log that cannot be recognised or unpacked, `payload_too_large`, errors from reading
 * the inputs, and `unavailable` if too many imports are waiting. Records read before the error are counted, and do not
 * count again on retry.
 */
export async function importLog(
  ctx: Context,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportReport> {
  return await inImportSlot(() => runImport(ctx, request, onProgress));
}

/**
 * Reads a log when a slot is free.
 *
 * @throws `unavailable` if too many imports are waiting.
 */
export async function inImportSlot<T>(read: () => Promise<T>): Promise<T> {
  const semaphore = singleton("log-import-places", () => new Semaphore(places, waiting));
  const done = await semaphore.within(read);
  if (!done) throw unavailable("Too many logs are being imported. Try again in a moment.", 30);
  return done.result;
}

async function runImport(
  ctx: Context,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const key = request.begun ?? (await beginImportOf(ctx, request));
  const { importId } = key;
  const tally = new ImportTally(request.inputs.length > 1, request.begun?.counted);
  const { inputs, digest } = digestInputs(request.inputs);
  const end = (ended: { failureReason: string | null; digest: string | null }) =>
    inTransaction(undefined, (tx) => endImport(tx, key, tally.figures(), { ...ended, now: new Date(ctx.clock.now()) }));
  const alive = sayAlive(ctx, key);
  try {
    await countLog(ctx, { ...request, inputs }, { key, tally, onProgress });
    const content = digest();
    if (request.begun && request.begun.digest !== content) throw new Error("the stored log is not as it was received");
    if (tally.counted === 0 && (await isKnownImport(key.organisationId, content, tally.rejected))) {
      tally.turnIntoDuplicates();
    }
    await end({ failureReason: null, digest: content });
  } catch (error) {
    const failure = toImportError(error, { importId, tally });
    // A stored log can be read again.
    if (request.begun && failure.reason === unread) throw error;
    await end({ failureReason: failure.reason, digest: null });
    throw failure.error;
  } finally {
    clearInterval(alive);
  }
  const { format, lines, accepted, counted, duplicates, rejected, skipped } = tally;
  const errors = tally.errors();
  return {
    ...{ importId, status: "DONE", format, lines, accepted, counted, duplicates, rejected, errors },
    skipped: skippedList(skipped),
    warning: warningOf(tally),
  };
}

/** Records the start of an import. `storedLog`: it is processed later. */
export async function beginImportOf(
  ctx: Context,
  { source: name, via, storedLog }: Pick<ImportRequest, "source" | "via"> & { storedLog?: StoredLog },
): Promise<ImportKey> {
  const nowMs = ctx.clock.now();
  const organisationId = ctx.organisation.id;
  const importId = newId("logImport", nowMs);
  const newSourceId = newId("logSource", nowMs);
  const begun = { organisationId, importId, newSourceId, name, via, now: new Date(nowMs), storedLog };
  const sourceId = await inTransaction(undefined, (tx) => beginImport(tx, begun));
  return { organisationId, importId, sourceId };
}

function sayAlive(ctx: Context, key: ImportKey): NodeJS.Timeout {
  return setInterval(() => {
    noteAlive(undefined, key, new Date(ctx.clock.now())).catch((error: unknown) => {
      log().warn({ err: error, importId: key.importId }, "an import could not update its heartbeat");
    });
  }, aliveMs).unref();
}

/** Message stored for errors unrelated to the log. Details go to the service log only. */
export const unread = "The log could not be read completely because of an internal error. Send it again.";

const codes: Record<InputError["code"], ErrorCode> = {
  compression_broken: "validation_failed",
  compression_bomb: "validation_failed",
  too_large: "payload_too_large",
  not_text: "validation_failed",
  unreadable: "validation_failed",
};

/**
 * An error that ended an import, for the caller with the import's id, and the stored reason. File names and positions
 * are kept; data from lines is not.
 */
function toImportError(
  error: unknown,
  { importId, tally }: { importId: string; tally: ImportTally },
): { error: unknown; reason: string } {
  const members = { importId };
  if (error instanceof FormatError) return { error: formatProblem(error, members), reason: error.message };
  if (error instanceof InputError) {
    const taken = tally.accepted + tally.duplicates;
    const message =
      taken === 0 ? error.message : `${error.message} The ${taken} records before this point were accepted.`;
    const details = [{ path: "body", message: error.message }];
    return { error: new ServiceError(codes[error.code], message, { members, details }), reason: message };
  }
  if (error instanceof ServiceError) {
    const { code, message, details, headers } = error;
    const extras = {
      members: { ...error.members, ...members },
      ...(details && { details }),
      ...(headers && { headers }),
    };
    return { error: new ServiceError(code, message, extras), reason: message };
  }
  return { error, reason: unread };
}

/** A log that needs a format or a mapping, for the caller. */
export function formatProblem({ code, message }: FormatError, members: Record<string, unknown> = {}): ServiceError {
  const details = [{ path: code === "mapping_needed" ? "mapping" : "format", message }];
  return new ServiceError("validation_failed", `${message} Formats: ${logFormats.join(", ")}.`, { members, details });
}

/** The same inputs, and the SHA-256 (hexadecimal) of their hashes after all were read. */
export function digestInputs(given: LogInput[]): { inputs: LogInput[]; digest: () => string } {
  const hashed = given.map(({ name, bytes }) => ({ name, bytes, hash: createHash("sha256") }));
  return {
    inputs: hashed.map(({ name, bytes, hash }) => ({ name, bytes: tapped(bytes, hash) })),
    digest: () => hashed.reduce((all, { hash }) => all.update(hash.digest()), createHash("sha256")).digest("hex"),
  };
}

async function* tapped(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
