import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { type Checkpoint, checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { findCheckpoint, findLatestSizes, readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import {
  isBucketLocation,
  type RecordStore,
  recordName,
  recordStore,
  sequenceOf,
} from "@/lib/platform/storage/record-store";
import { log } from "@/lib/platform/telemetry/log";

interface CopiedCheckpoints {
  copied: number;
  /** Organisations whose checkpoints are not those that were copied before: some were deleted or replaced. */
  disagreeing: string[];
}

const organisationsAtOnce = 500;

/**
 * Appends every checkpoint that is not in CHECKPOINT_COPY_FILE yet, one JSON object per line (in an object store, one
 * object each), at least once. The progress is stored beside the file: the owner of the database could otherwise hide
 * that a checkpoint was not copied. Never throws: failures are logged and retried by the next call.
 */
export async function copyCheckpoints(): Promise<CopiedCheckpoints> {
  const path = env().CHECKPOINT_COPY_FILE;
  if (path === undefined) return { copied: 0, disagreeing: [] };
  const place = singleton("checkpoint-copies", () => ({ last: Promise.resolve() as Promise<unknown> }));
  const run = place.last.then(() => copyTo(path));
  place.last = run;
  return run;
}

async function copyTo(path: string): Promise<CopiedCheckpoints> {
  const result: CopiedCheckpoints = { copied: 0, disagreeing: [] };
  const isBucket = isBucketLocation(path);
  try {
    if (!isBucket) await mkdir(dirname(path), { recursive: true });
    const copies = isBucket ? {} : await readState(path);
    let after = "";
    for (;;) {
      const page = await findLatestSizes(after, organisationsAtOnce);
      if (isBucket) await copyPageToBucket(path, page, result);
      else await copyPage(path, page, copies, result);
      if (page.length < organisationsAtOnce) break;
      after = page.at(-1)?.organisationId ?? after;
    }
  } catch (error) {
    log().error({ err: error, path }, "checkpoints could not be copied; the next run tries again");
  }
  return result;
}

/** The last checkpoint that was copied, by organisation. */
type Copies = Record<string, LastCopy>;

/** What is remembered changes once the lines it stands for are on the disk. */
async function copyPage(
  path: string,
  page: { organisationId: string; size: number }[],
  copies: Copies,
  result: CopiedCheckpoints,
): Promise<void> {
  const written: Copies = {};
  let lines = "";
  for (const { organisationId, size } of page) {
    const known = copies[organisationId];
    if (size === (known?.size ?? 0)) continue;
    await lookFor(organisationId, known, result);
    for await (const checkpoint of readCheckpoints(organisationId, { aboveSize: known?.size ?? 0 })) {
      lines += `${JSON.stringify(checkpoint)}\n`;
      written[organisationId] = { size: checkpoint.size, hash: checkpointHash(checkpoint) };
      result.copied += 1;
      if (lines.length < linesMax) continue;
      await append(path, lines);
      lines = "";
    }
  }
  await append(path, lines);
  if (Object.keys(written).length > 0) await writeState(path, Object.assign(copies, written));
}

async function copyPageToBucket(
  location: string,
  page: { organisationId: string; size: number }[],
  result: CopiedCheckpoints,
): Promise<void> {
  for (const { organisationId, size } of page) {
    const known = await knownBucketCopy(location, organisationId, size);
    if (size === (known?.size ?? 0)) continue;
    await lookFor(organisationId, known, result);
    result.copied += await copyToBucket(location, organisationId, known?.size ?? 0);
  }
}

async function lookFor(organisationId: string, known: LastCopy | undefined, result: CopiedCheckpoints): Promise<void> {
  if (!known || (await isStillThere(organisationId, known))) return;
  result.disagreeing.push(organisationId);
  const { size, hash } = known;
  log().error({ organisationId, size, hash }, "a checkpoint that was copied is not in the database any more");
}

/** The last checkpoint of an organisation that was copied; undefined if there is none, or if none are copied here. */
export async function lastCopy(organisationId: string): Promise<LastCopy | undefined> {
  const path = env().CHECKPOINT_COPY_FILE;
  if (path === undefined) return undefined;
  return isBucketLocation(path) ? lastBucketCopy(path, organisationId) : (await readState(path))[organisationId];
}

/** Continues the copies at a checkpoint that an operator accepted, whatever was copied before; that stays copied. */
export async function continueCopiesAt(checkpoint: Checkpoint): Promise<void> {
  const path = env().CHECKPOINT_COPY_FILE;
  const { organisationId, size } = checkpoint;
  const last = await lastCopy(organisationId);
  if (path === undefined || !last || last.size <= size) return;
  if (isBucketLocation(path)) return addBucketCopy(path, organisationId, checkpoint);
  await append(path, `${JSON.stringify(checkpoint)}\n`);
  await writeState(path, { ...(await readState(path)), [organisationId]: { size, hash: checkpointHash(checkpoint) } });
}

async function isStillThere(organisationId: string, { size, hash }: LastCopy): Promise<boolean> {
  const stored = await findCheckpoint(organisationId, size);
  return stored !== undefined && checkpointHash(stored) === hash;
}

/** Characters that are written at a time. */
const linesMax = 256 * 1024;

async function append(path: string, lines: string): Promise<void> {
  if (lines === "") return;
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
}

function statePath(path: string): string {
  return `${path}.state`;
}

async function readState(path: string): Promise<Copies> {
  try {
    return JSON.parse(await readFile(statePath(path), "utf8")) as Copies;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Renaming a finished file into place is atomic; it comes after what it tells of is on the disk. */
async function writeState(path: string, copies: Copies): Promise<void> {
  const draft = `${statePath(path)}.${process.pid}`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(copies));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, statePath(path));
}

/** The last copy of an organisation's checkpoints. */
interface LastCopy {
  size: number;
  hash: string;
}

interface BucketCopies {
  records: RecordStore;
  /** What this process copied last, by organisation: the object store is asked only once. */
  last: Map<string, LastCopy & { sequence: number }>;
}

function bucketCopies(location: string): BucketCopies {
  return singleton("checkpoint-bucket", () => ({ records: recordStore(location), last: new Map() }));
}

/** The last checkpoint of an organisation that was copied to an object store. Asks the store, not this process's memory. */
async function lastBucketCopy(location: string, organisationId: string): Promise<LastCopy | undefined> {
  return readLast(bucketCopies(location).records, organisationId);
}

/** The same, from the memory of this process if that is of `size`: another process may have copied later checkpoints. */
async function knownBucketCopy(location: string, organisationId: string, size: number): Promise<LastCopy | undefined> {
  const { records, last } = bucketCopies(location);
  const remembered = last.get(organisationId);
  if (remembered?.size === size) return remembered;
  const known = await readLast(records, organisationId);
  if (known) last.set(organisationId, known);
  return known;
}

/** Copies the checkpoints above a size, one object each, and returns how many. */
async function copyToBucket(location: string, organisationId: string, aboveSize: number): Promise<number> {
  let copied = 0;
  for await (const checkpoint of readCheckpoints(organisationId, { aboveSize })) {
    await addBucketCopy(location, organisationId, checkpoint);
    copied += 1;
  }
  return copied;
}

/** Copies one checkpoint; of two processes that copy at the same time, both objects are stored. */
async function addBucketCopy(location: string, organisationId: string, checkpoint: Checkpoint): Promise<void> {
  const { records, last } = bucketCopies(location);
  let sequence = last.get(organisationId)?.sequence ?? (await readLast(records, organisationId))?.sequence ?? 0;
  const text = `${JSON.stringify(checkpoint)}\n`;
  do sequence += 1;
  while (!(await records.create(organisationId, recordName(sequence), text)));
  last.set(organisationId, { size: checkpoint.size, hash: checkpointHash(checkpoint), sequence });
}

async function readLast(records: RecordStore, organisationId: string) {
  const name = await records.first(organisationId);
  const text = name === undefined ? undefined : await records.read(organisationId, name);
  if (name === undefined || text === undefined) return undefined;
  const checkpoint = JSON.parse(text) as Checkpoint;
  return { size: checkpoint.size, hash: checkpointHash(checkpoint), sequence: sequenceOf(name) };
}
