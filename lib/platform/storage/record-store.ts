import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { counted, s3Settings } from "@/lib/platform/storage";
import { flush, writeDurably } from "@/lib/platform/storage/durable-files";
import { isMissing, s3Client, statusOf } from "@/lib/platform/storage/s3-backend";

/**
 * Small immutable texts by folder and name. Of several writers of one name, one succeeds. Folders and names are
 * `[A-Za-z0-9_-]+`.
 */
export interface RecordStore {
  /** The first name of a folder in ASCII order, if any. */
  first(folder: string): Promise<string | undefined>;
  read(folder: string, name: string): Promise<string | undefined>;
  /** Returns false if the name exists. If it returns true, the text survives a power failure. */
  create(folder: string, name: string, text: string): Promise<boolean>;
  remove(folder: string, name: string): Promise<void>;
}

/** Whether a location is in an object store (`s3://bucket/prefix`) and not a local path. */
export function isBucketLocation(location: string): boolean {
  return location.startsWith("s3://");
}

/** The records at a location: a directory, or `s3://bucket/prefix` with the credentials of the S3_ variables. */
export function recordStore(location: string): RecordStore {
  return counted(isBucketLocation(location) ? bucketRecords(location) : localRecords(location));
}

/** The name of a record by its sequence. Names descend, so that the first name is the latest record. */
export function recordName(sequence: number): string {
  return String(Number.MAX_SAFE_INTEGER - sequence).padStart(16, "0");
}

/** The sequence of a record name; NaN if invalid. */
export function sequenceOf(name: string): number {
  return /^\d{16}$/.test(name) ? Number.MAX_SAFE_INTEGER - Number(name) : Number.NaN;
}

const namePattern = /^[A-Za-z0-9_-]+$/;

function checked(name: string): string {
  if (namePattern.test(name)) return name;
  throw new Error(`${JSON.stringify(name)} is not a valid record name.`);
}

function localRecords(root: string): RecordStore {
  const folderOf = (folder: string) => join(/* turbopackIgnore: true */ root, checked(folder));
  const pathOf = (folder: string, name: string) => join(/* turbopackIgnore: true */ folderOf(folder), checked(name));
  return {
    async first(folder) {
      const names = await orIfMissing(() => readdir(/* turbopackIgnore: true */ folderOf(folder)), []);
      return names.filter((name) => namePattern.test(name)).sort()[0];
    },

    read: (folder, name) =>
      orIfMissing(() => readFile(/* turbopackIgnore: true */ pathOf(folder, name), "utf8"), undefined),

    // Linking a complete file is atomic and fails if the name exists. Drafts have a dot, which no record name has.
    async create(folder, name, text) {
      const path = pathOf(folder, name);
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (created !== undefined) await flush(dirname(created));
      const draft = join(/* turbopackIgnore: true */ dirname(path), `.${randomUUID()}`);
      try {
        await writeDurably(draft, text, "wx");
        await link(draft, path);
        await flush(dirname(path));
        if (created !== undefined) await flush(root);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },

    remove: (folder, name) => rm(pathOf(folder, name), { force: true }),
  };
}

async function orIfMissing<T, Default>(read: () => Promise<T>, fallback: Default): Promise<T | Default> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return fallback;
    throw error;
  }
}

/** Names listed to find the first: some servers return wrong results for shorter limits. */
const namesAtOnce = 100;

function bucketRecords(location: string): RecordStore {
  const { hostname: Bucket, pathname } = new URL(location);
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  const settings = s3Settings();
  if (!settings) throw new Error(`${location} requires the S3_ variables of the object store.`);
  const client = s3Client(settings);
  const inFolder = (folder: string) => `${prefix === "" ? "" : `${prefix}/`}${checked(folder)}/`;
  const keyOf = (folder: string, name: string) => `${inFolder(folder)}${checked(name)}`;
  return {
    async first(folder) {
      const Prefix = inFolder(folder);
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: namesAtOnce }));
      return Contents?.[0]?.Key?.slice(Prefix.length);
    },

    async read(folder, name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(folder, name) }));
        return await Body?.transformToString();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    // Conditional: the store rejects the second writer of a name (412), or one of two concurrent writers (409).
    async create(folder, name, text) {
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(folder, name), Body: text, IfNoneMatch: "*" }));
        return true;
      } catch (error) {
        if ([409, 412].includes(statusOf(error) ?? 0)) return false;
        throw error;
      }
    },

    async remove(folder, name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(folder, name) }));
    },
  };
}
