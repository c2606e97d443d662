import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Checkpoint, checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { findCheckpoint, findLatestSizes, readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { replaceDurably, writeDurably } from "@/lib/platform/storage/durable-files";
import { isBucketLocation, recordName, recordStore, sequenceOf } from "@/lib/platform/storage/record-store";
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
  try {
    const copies = await openCopies(path);
    for (let after = ""; ; ) {
      const page = await findLatestSizes(after, organisationsAtOnce);
      for (const { organisationId, size } of page) {
        const known = await copies.last(organisationId, size);
        if (size === (known?.size ?? 0)) continue;
        if (known && !(await isStored(organisationId, known))) {
          result.inconsistent.push(organisationId);
          log().error({ organisationId, ...known }, "a copied checkpoint is missing from the database");
        }
        for await (const checkpoint of readCheckpoints(organisationId, { aboveSize: known?.size ?? 0 })) {
          await copies.add(checkpoint);
          result.copied += 1;
        }
      }
      await copies.flush();
      if (page.length < organisationsAtOnce) break;
      after = page.at(-1)?.organisationId ?? after;
    }
  } catch (error) {
    log().error({ err: error, path }, "checkpoints could not be copied; the next run retries");
  }
  return result;
}

async function isStored(organisationId: string, { size, hash }: LastCopy): Promise<boolean> {
  const stored = await findCheckpoint(organisationId, size);
  return stored !== undefined && checkpointHash(stored) === hash;
}

/** The latest copied checkpoint of an organisation; undefined before the first copy or if copying is not configured. */
export async function lastCopy(organisationId: string): Promise<LastCopy | undefined> {
  const path = env().CHECKPOINT_COPY_FILE;
  return path === undefined ? undefined : (await openCopies(path)).last(organisationId);
}

/** Continues the copies at a checkpoint that an operator accepted. Earlier copies are kept. */
export async function continueCopiesAt(checkpoint: Checkpoint): Promise<void> {
  const path = env().CHECKPOINT_COPY_FILE;
  if (path === undefined) return;
  const copies = await openCopies(path);
  const last = await copies.last(checkpoint.organisationId);
  if (!last || last.size <= checkpoint.size) return;
  await copies.add(checkpoint);
  await copies.flush();
}

interface LastCopy {
  size: number;
  hash: string;
}

/** The copies at a location, for one run. */
interface Copies {
  /** The last copy of an organisation. A cached value applies if it has the given size. */
  last(organisationId: string, size?: number): Promise<LastCopy | undefined>;
  add(checkpoint: Checkpoint): Promise<void>;
  /** Stores the added checkpoints, then the progress. */
  flush(): Promise<void>;
}

async function openCopies(location: string): Promise<Copies> {
  return isBucketLocation(location) ? bucketCopies(location) : fileCopies(location);
}

function lastOf(checkpoint: Checkpoint): LastCopy {
  return { size: checkpoint.size, hash: checkpointHash(checkpoint) };
}

/** Characters per write. */
const linesMax = 256 * 1024;

async function fileCopies(path: string): Promise<Copies> {
  const statePath = `${path}.state`;
  const known = await readState(statePath);
  let hasProgress = false;
  let lines = "";
  const append = async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeDurably(path, lines, "a");
    lines = "";
  };
  return {
    last: async (organisationId) => known[organisationId],
    async add(checkpoint) {
      lines += `${JSON.stringify(checkpoint)}\n`;
      known[checkpoint.organisationId] = lastOf(checkpoint);
      hasProgress = true;
      if (lines.length >= linesMax) await append();
    },
    async flush() {
      if (lines !== "") await append();
      if (hasProgress) await replaceDurably(statePath, JSON.stringify(known));
      hasProgress = false;
    },
  };
}

async function readState(path: string): Promise<Record<string, LastCopy>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Record<string, LastCopy>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** If two processes copy at the same time, both objects are stored. */
function bucketCopies(location: string): Copies {
  const { records, remembered } = singleton("checkpoint-bucket", () => ({
    records: recordStore(location),
    remembered: new Map<string, LastCopy & { sequence: number }>(),
  }));
  const read = async (organisationId: string) => {
    const name = await records.first(organisationId);
    const text = name === undefined ? undefined : await records.read(organisationId, name);
    if (name === undefined || text === undefined) return undefined;
    const last = { ...lastOf(JSON.parse(text) as Checkpoint), sequence: sequenceOf(name) };
    remembered.set(organisationId, last);
    return last;
  };
  return {
    async last(organisationId, size) {
      const known = remembered.get(organisationId);
      return known && known.size === size ? known : read(organisationId);
    },
    async add(checkpoint) {
      const { organisationId } = checkpoint;
      let { sequence } = remembered.get(organisationId) ?? (await read(organisationId)) ?? { sequence: 0 };
      const text = `${JSON.stringify(checkpoint)}\n`;
      do sequence += 1;
      while (!(await records.create(organisationId, recordName(sequence), text)));
      remembered.set(organisationId, { ...lastOf(checkpoint), sequence });
    },
    flush: async () => undefined,
  };
}
