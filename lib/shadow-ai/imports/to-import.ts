import type { StoredImport, StoredSource } from "@/lib/shadow-ai/imports/source-store";
import type { LogFormat } from "@/lib/shadow-ai/ingest/log-formats";
import type { ImportWay, LogImport, LogSource, Rejection } from "@/lib/shadow-ai/schemas-sources";

/** A stored import as callers see it. */
export function toImport(stored: StoredImport): LogImport {
  return {
    id: stored.id,
    source: stored.source.name,
    via: stored.via as ImportWay,
    format: stored.format as LogFormat | null,
    status: stored.status as LogImport["status"],
    failureReason: stored.failureReason,
    lines: Number(stored.lines),
    accepted: Number(stored.accepted),
    duplicates: Number(stored.duplicates),
    rejected: Number(stored.rejected),
    counted: Number(stored.counted),
    errors: stored.errors as unknown as Rejection[],
    bytesRead: Number(stored.bytesRead),
    firstRecordAt: isoOf(stored.firstRecordAt),
    lastRecordAt: isoOf(stored.lastRecordAt),
    startedAt: stored.startedAt.toISOString(),
    finishedAt: isoOf(stored.finishedAt),
  };
}

/** A stored source as callers see it at a moment. */
export function toSource(stored: StoredSource, nowMs: number): LogSource {
  const [records, rejected] = [Number(stored.records), Number(stored.rejected)];
  const lagMs = stored.lastRecordAt && Math.max(0, nowMs - stored.lastRecordAt.getTime());
  return {
    id: stored.id,
    name: stored.name,
    format: stored.format as LogFormat | null,
    via: stored.via as ImportWay,
    records,
    rejected,
    errorRate: rejected === 0 ? 0 : rejected / (records + rejected),
    lastRecordAt: isoOf(stored.lastRecordAt),
    lagSeconds: lagMs === null ? null : Math.floor(lagMs / 1000),
    lastImportAt: isoOf(stored.lastImportAt),
    createdAt: stored.createdAt.toISOString(),
  };
}

function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
