import { join } from "node:path";
import { findOrganisation } from "@/lib/domains/organisations";
import { importLog } from "@/lib/domains/shadow-ai/imports/import-log";
import { decoded, requestLimits } from "@/lib/domains/shadow-ai/imports/receive-observations";
import { findStoredLog, type ImportId } from "@/lib/domains/shadow-ai/imports/stored-log-store";
import { fileOf } from "@/lib/domains/shadow-ai/imports/stored-logs";
import { openFile } from "@/lib/domains/shadow-ai/imports/watch-folder";
import type { ImportChannel } from "@/lib/domains/shadow-ai/schemas-sources";
import { systemClock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { withDocumentLock } from "@/lib/platform/documents/lock-store";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { storage } from "@/lib/platform/storage";

/** Reading takes longer in a worker of low priority, and nothing waits for it. */
const limits = { ...requestLimits, cpuMs: 10 * 60_000 };

/**
 * Reads a stored log from its start to its end, and ends its import. If an earlier attempt was interrupted, the records
 * that it counted do not count again. False if another process is reading the log.
 */
export async function readStoredLog(key: ImportId, onProgress: (fraction: number) => void): Promise<boolean> {
  const isRead = await withDocumentLock(`log-import ${key.importId}`, () =>
    withTemporaryDirectory((directory) => read(key, join(directory, "log"), onProgress)),
  );
  return isRead ?? false;
}

async function read(key: ImportId, path: string, onProgress: (fraction: number) => void): Promise<true> {
  const found = await findStoredLog(key);
  const organisation = found && (await findOrganisation(key.organisationId));
  if (!organisation) return true;
  const { isGzip, digest, sizeBytes, ...options } = found.storedLog;
  let bytesRead = 0;
  async function* counted() {
    for await (const chunk of openFile(path)) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  const ctx = {
    organisation,
    actor: { kind: "system" as const, id: "log-import" },
    scopes: new Set<never>(),
    clock: systemClock,
    requestId: newId("request"),
  };
  // The import may take longer than an object store keeps a download open.
  await storage().fetchFile(fileOf(key), path);
  const request = {
    ...options,
    source: found.source.name,
    via: found.via as ImportChannel,
    receivedAt: found.startedAt,
    begun: { ...key, sourceId: found.sourceId, counted: Number(found.counted), digest },
    inputs: [{ name: "body", bytes: decoded(counted(), isGzip) }],
    limits,
  };
  await importLog(ctx, request, () => onProgress(bytesRead / sizeBytes)).catch((error) => {
    // The import has ended with the reason.
    if (!(error instanceof ServiceError)) throw error;
  });
  return true;
}
