import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Env, env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { diskStorage, FileMissing, type FileStorage } from "@/lib/platform/storage/file-storage";
import { localBackend } from "@/lib/platform/storage/local-backend";
import { type S3Settings, s3Backend } from "@/lib/platform/storage/s3-backend";
import { noteStorageFailure } from "@/lib/platform/storage/storage-failures";
import { metrics } from "@/lib/platform/telemetry/metrics";

export { type ByteRange, FileMissing, type FileStorage } from "@/lib/platform/storage/file-storage";

/** The file storage: the bucket of S3_BUCKET, by default `DATA_DIR/files`. */
export function storage(): FileStorage {
  return singleton("storage", () => counted(openStorage(env())));
}

/** The file storage of an installation with these variables. */
export function openStorage(variables: Env): FileStorage {
  const settings = s3Settings(variables);
  if (!settings) return diskStorage(localBackend(join(variables.DATA_DIR, "files")));
  const { S3_PREFIX } = variables;
  return diskStorage(s3Backend(settings), S3_PREFIX === undefined ? "" : `${S3_PREFIX}/`);
}

/** Looks up a file in the bucket, or checks that the directory can be written to. Rejects if the storage is unavailable. */
export async function probeStorage(): Promise<"bucket" | "directory"> {
  await storage().sizeOf("status/probe");
  if (s3Settings() !== undefined) return "bucket";
  const directory = join(env().DATA_DIR, "files");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await access(directory, constants.W_OK);
  return "directory";
}

/** Counts failed operations in the metrics. All members must be asynchronous functions. */
export function counted<Store extends object>(files: Store): Store {
  return new Proxy(files, {
    get(target, operation: keyof Store & string) {
      const perform = target[operation] as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) =>
        perform(...given).catch((error: unknown) => {
          if (!(error instanceof FileMissing)) metrics().storageErrors.inc({ operation });
          noteStorageFailure(error);
          throw error;
        });
    },
  });
}

/** The settings of the object store; undefined if none is configured. */
export function s3Settings(variables = env()): S3Settings | undefined {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = variables;
  if (S3_BUCKET === undefined) return undefined;
  const known = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined;
  return {
    bucket: S3_BUCKET,
    // Signatures need a region, even for servers without regions.
    region: S3_REGION ?? "us-east-1",
    endpoint: S3_ENDPOINT,
    credentials: known ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : undefined,
    forcePathStyle: S3_FORCE_PATH_STYLE ?? S3_ENDPOINT !== undefined,
  };
}
