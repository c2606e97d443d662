import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { unavailable } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { digestInputs } from "@/lib/shadow-ai/imports/content-digest";
import { countLog, type ImportProgress, type LogToCount } from "@/lib/shadow-ai/imports/count-log";
import { toImportError } from "@/lib/shadow-ai/imports/import-error";
import { ImportTally } from "@/lib/shadow-ai/imports/import-tally";
import { beginImport, endImport, type ImportKey, isKnownImport, noteAlive } from "@/lib/shadow-ai/imports/source-store";
import type { ImportReport, ImportWay } from "@/lib/shadow-ai/schemas-sources";
import { singleton } from "@/lib/singleton";
import { Slots } from "@/lib/slots";

export interface ImportRequest extends LogToCount {
  /** What the sender calls the sensor or log; made where there is none of the name. */
  source: string;
  via: ImportWay;
}

/** How often an import says that it is alive; `sweepImports` knows how long a silent one is let be. */
const aliveMs = 20_000;

/** Imports take a processor: so many at a time in a process, and so many that wait for them. */
const places = 2;
const waiting = 14;

/**
 * Reads a log and adds what it tells to the organisation's uses of AI services, each record exactly once, whichever file,
 * source or repetition it comes in. Constant memory. Nothing of a line is kept but its keyed hash. Lines that cannot be
 * read, and records that are too old or in the future, are counted and reported, never fatal.
 *
 * Throws `validation_failed` for a log that cannot be recognised or unpacked, `payload_too_large`, what reading the inputs
 * throws, and `unavailable` where too many imports wait. What was read until then has counted; sent again, it does not
 * count twice.
 */
export async function importLog(
  ctx: Context,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportReport> {
  const slots = singleton("log-import-places", () => new Slots(places, waiting));
  const done = await slots.within(() => runImport(ctx, request, onProgress));
  if (!done) throw unavailable("Too many logs are being read at the moment. Send this one again in a while.", 30);
  return done.result;
}

async function runImport(
  ctx: Context,
  request: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const key = await begin(ctx, request);
  const { importId } = key;
  const tally = new ImportTally(request.inputs.length > 1);
  const { inputs, digest } = digestInputs(request.inputs);
  const end = (ended: { failureReason: string | null; digest: string | null }) =>
    inTransaction(undefined, (tx) => endImport(tx, key, tally.figures(), { ...ended, now: new Date(ctx.clock.now()) }));
  const alive = sayAlive(ctx, key);
  try {
    await countLog(ctx, { ...request, inputs }, { key, tally, onProgress });
    const content = digest();
    if (tally.counted === 0 && (await isKnownImport(key.organisationId, content, tally.rejected))) {
      tally.turnIntoDuplicates();
    }
    await end({ failureReason: null, digest: content });
  } catch (error) {
    const told = toImportError(error, { importId, tally });
    await end({ failureReason: told.reason, digest: null });
    throw told.error;
  } finally {
    clearInterval(alive);
  }
  const { format, accepted, duplicates, rejected } = tally;
  return { importId, format, accepted, duplicates, rejected, errors: tally.errors() };
}

async function begin(ctx: Context, { source: name, via }: ImportRequest): Promise<ImportKey> {
  const nowMs = ctx.clock.now();
  const organisationId = ctx.organisation.id;
  const importId = newId("logImport", nowMs);
  const begun = { organisationId, importId, newSourceId: newId("logSource", nowMs), name, via, now: new Date(nowMs) };
  const sourceId = await inTransaction(undefined, (tx) => beginImport(tx, begun));
  return { organisationId, importId, sourceId };
}

function sayAlive(ctx: Context, key: ImportKey): NodeJS.Timeout {
  return setInterval(() => {
    noteAlive(undefined, key, new Date(ctx.clock.now())).catch((error: unknown) => {
      log().warn({ err: error, importId: key.importId }, "an import could not say that it is alive");
    });
  }, aliveMs).unref();
}
