import {
  countRows,
  endImport,
  findImport,
  findImports,
  findSilentImports,
  findSources,
  type StoredImport,
} from "@/lib/domains/shadow-ai/imports/source-store";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type {
  ImportChannel,
  ListImports,
  ListSources,
  LogImport,
  LogImportList,
  LogSource,
  LogSourceList,
  Rejection,
} from "@/lib/domains/shadow-ai/schemas-sources";
import { findOrganisationsBehind, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { inTransaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

/** An import of the organisation; throws `not_found`. */
export async function getImport(ctx: Context, id: string): Promise<LogImport> {
  const stored = await findImport(ctx.organisation.id, id);
  if (!stored) throw notFound("import");
  return toImport(stored);
}

/** The organisation's imports of logs, newest first. Throws `invalid_cursor`. */
export async function listImports(ctx: Context, query: ListImports): Promise<LogImportList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "log-imports",
    query,
    rows: (slice, reader) => findImports(reader, organisationId, slice),
    count: (reader) => countRows(reader, "logImport", organisationId),
  });
  return { data: rows.map(toImport), pagination };
}

/** The organisation's sources of logs, newest first. Throws `invalid_cursor`. */
export async function listSources(ctx: Context, query: ListSources): Promise<LogSourceList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "log-sources",
    query,
    rows: (slice, reader) => findSources(reader, organisationId, slice),
    count: (reader) => countRows(reader, "logSource", organisationId),
  });
  const nowMs = ctx.clock.now();
  return { data: rows.map((source) => toSource(source, nowMs)), pagination };
}

/** An import says that it is alive every 20 s. */
const silentMs = 5 * 60_000;
/** How long a use that changed may wait to be looked at before it is asked for again. */
const behindMs = 5 * 60_000;
const rowsMax = 500;

const stopped = "The import was stopped before its end. Send the log again: what has counted does not count twice.";

/** Ends imports whose process was stopped. Answers how many. */
export async function sweepImports(clock: Clock): Promise<number> {
  const now = new Date(clock.now());
  const silent = await findSilentImports(new Date(now.getTime() - silentMs), rowsMax);
  for (const key of silent) {
    const end = { failureReason: stopped, digest: null, now };
    await inTransaction(undefined, (tx) => endImport(tx, key, undefined, end));
  }
  return silent.length;
}

/** Asks again for what changed and was not looked at: a job that was lost is made good. Answers for how many organisations. */
export async function sweepChangedUses(clock: Clock): Promise<number> {
  const behind = await findOrganisationsBehind(new Date(clock.now() - behindMs), rowsMax);
  for (const organisationId of behind) {
    await inTransaction(undefined, (tx) => requestAnalysis(tx, organisationId));
  }
  return behind.length;
}

/** A stored import as callers see it. */
function toImport(stored: StoredImport): LogImport {
  return {
    id: stored.id,
    source: stored.source.name,
    via: stored.via as ImportChannel,
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
function toSource(stored: Awaited<ReturnType<typeof findSources>>[number], nowMs: number): LogSource {
  const [records, rejected] = [Number(stored.records), Number(stored.rejected)];
  const lagMs = stored.lastRecordAt && Math.max(0, nowMs - stored.lastRecordAt.getTime());
  return {
    id: stored.id,
    name: stored.name,
    format: stored.format as LogFormat | null,
    via: stored.via as ImportChannel,
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
