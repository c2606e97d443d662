import { type Checkpoint, checkpointHash } from "@/lib/audit-chain/checkpoints/checkpoint";
import { readCheckpoints } from "@/lib/audit-chain/checkpoints/read-checkpoints";
import { singleton } from "@/lib/singleton";
import { type RecordStore, recordName, recordStore, sequenceOf } from "@/lib/storage/record-store";

/** The last copy of an organisation's checkpoints. */
export interface LastCopy {
  size: number;
  hash: string;
}

interface BucketCopies {
  records: RecordStore;
  /** What this process copied last, by organisation: the object store is asked only once. */
  last: Map<string, LastCopy & { sequence: number }>;
}

function copies(location: string): BucketCopies {
  return singleton("checkpoint-bucket", () => ({ records: recordStore(location), last: new Map() }));
}

/** The last checkpoint of an organisation that was copied to an object store. Asks the store, not this process's memory. */
export async function lastBucketCopy(location: string, organisationId: string): Promise<LastCopy | undefined> {
  return readLast(copies(location).records, organisationId);
}

/** The same, from the memory of this process if that is of `size`: another process may have copied later checkpoints. */
export async function knownBucketCopy(
  location: string,
  organisationId: string,
  size: number,
): Promise<LastCopy | undefined> {
  const { records, last } = copies(location);
  const remembered = last.get(organisationId);
  if (remembered?.size === size) return remembered;
  const known = await readLast(records, organisationId);
  if (known) last.set(organisationId, known);
  return known;
}

/** Copies the checkpoints above a size, one object each, and returns how many. */
export async function copyToBucket(location: string, organisationId: string, aboveSize: number): Promise<number> {
  let copied = 0;
  for await (const checkpoint of readCheckpoints(organisationId, { aboveSize })) {
    await addBucketCopy(location, organisationId, checkpoint);
    copied += 1;
  }
  return copied;
}

/** Copies one checkpoint; of two processes that copy at the same time, both objects are stored. */
export async function addBucketCopy(location: string, organisationId: string, checkpoint: Checkpoint): Promise<void> {
  const { records, last } = copies(location);
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
