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
  /** Organisations whose last copied checkpoint was deleted or replaced. */
  inconsistent: string[];
}

const organisationsAtOnce = 500;

/**
 * Appends new checkpoints to CHECKPOINT_COPY_FILE at least once, one JSON object per line (in an object store, one
 * object each). The progress is stored beside the file, outside the control of a database owner. Never throws: failures
 * are logged and retried by the next call.
 */
export async function copyCheckpoints(): Promise<CopiedCheckpoints> {
  const path = env().CHECKPOINT_COPY_FILE;
  if (path === undefined) return { copied: 0, inconsistent: [] };
  const queue = singleton("checkpoint-copies", () => ({ last: Promise.resolve() as Promise<unknown> }));
  const run = queue.last.then(() => copyTo(path));
  queue.last = run;
  return run;
}

async function copyTo(path: string): Promise<CopiedCheckpoints> {
  const result: CopiedCheckpoints = { copied: 0, inconsistent: [] };
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
    log().error({ err: error, path }, "checkpoints could not be copied; the next run retries");
  }
  return result;
}

/** The last copied checkpoint, by organisation. */
type Copies = Record<string, LastCopy>;

/** Writes the progress only after the lines are on disk. */
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
    await compareLastCopy(organisationId, known, result);
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
    await compareLastCopy(organisationId, known, result);
    result.copied += await copyToBucket(location, organisationId, known?.size ?? 0);
  }
}

async function compareLastCopy(
  organisationId: string,
  known: LastCopy | undefined,
  result: CopiedCheckpoints,
): Promise<void> {
  if (!known || (await isStored(organisationId, known))) return;
  result.inconsistent.push(organisationId);
  const { size, hash } = known;
  log().error({ organisationId, size, hash }, "a copied checkpoint is missing from the database");
}

/** The last copied checkpoint of an organisation; undefined if there is none, or copying is not configured. */
export async function lastCopy(organisationId: string): Promise<LastCopy | undefined> {
  const path = env().CHECKPOINT_COPY_FILE;
  if (path === undefined) return undefined;
  return isBucketLocation(path) ? lastBucketCopy(path, organisationId) : (await readState(path))[organisationId];
}

/** Continues the copies at a checkpoint that an operator accepted. Earlier copies are kept. */
export async function continueCopiesAt(checkpoint: Checkpoint): Promise<void> {
  const path = env().CHECKPOINT_COPY_FILE;
  const { organisationId, size } = checkpoint;
  const last = await lastCopy(organisationId);
  if (path === undefined || !last || last.size <= size) return;
  if (isBucketLocation(path)) return addBucketCopy(path, organisationId, checkpoint);
  await append(path, `${JSON.stringify(checkpoint)}\n`);
  await writeState(path, { ...(await readState(path)), [organisationId]: { size, hash: checkpointHash(checkpoint) } });
}

async function isStored(organisationId: string, { size, hash }: LastCopy): Promise<boolean> {
  const stored = await findCheckpoint(organisationId, size);
  return stored !== undefined && checkpointHash(stored) === hash;
}

/** Characters per write. */
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

/** Renaming makes the update atomic. Call it after the copies are on disk. */
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

interface LastCopy {
  size: number;
  hash: string;
}

interface BucketCopies {
  records: RecordStore;
  /** The last copies of this process, by organisation, as a cache of the object store. */
  last: Map<string, LastCopy & { sequence: number }>;
}

function bucketCopies(location: string): BucketCopies {
  return singleton("checkpoint-bucket", () => ({ records: recordStore(location), last: new Map() }));
}

/** The last checkpoint of an organisation copied to an object store, bypassing the cache. */
async function lastBucketCopy(location: string, organisationId: string): Promise<LastCopy | undefined> {
  return readLast(bucketCopies(location).records, organisationId);
}

/** The same, from the cache if that has `size`; otherwise another process may have copied later checkpoints. */
async function knownBucketCopy(location: string, organisationId: string, size: number): Promise<LastCopy | undefined> {
  const { records, last } = bucketCopies(location);
  const remembered = last.get(organisationId);
  if (remembered?.size === size) return remembered;
  const known = await readLast(records, organisationId);
  if (known) last.set(organisationId, known);
  return known;
}

/** Copies the checkpoints above a size, one object each. @returns their number. */
async function copyToBucket(location: string, organisationId: string, aboveSize: number): Promise<number> {
  let copied = 0;
  for await (const checkpoint of readCheckpoints(organisationId, { aboveSize })) {
    await addBucketCopy(location, organisationId, checkpoint);
    copied += 1;
  }
  return copied;
}

/** Copies one checkpoint. If two processes copy at the same time, both objects are stored. */
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
