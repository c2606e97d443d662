import { skippedList, warningOf } from "@/lib/domains/shadow-ai/imports/outcomes";
import {
  countRows,
  endImport,
  findImport,
  findImports,
  findSilentImports,
  findSources,
  type StoredImport,
} from "@/lib/domains/shadow-ai/imports/source-store";
import type { SkippedLines } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import {
  type ListImports,
  type ListSources,
  LogImport,
  type LogImportList,
  LogSource,
  type LogSourceList,
} from "@/lib/domains/shadow-ai/schemas-sources";
import { findOrganisationsBehind, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { inTransaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";
import { listItems } from "@/lib/platform/resource/list-page";

/** An import of the organisation; throws `not_found`. */
export async function getImport(ctx: Context, id: string): Promise<LogImport> {
  const stored = await findImport(ctx.organisation.id, id);
  if (!stored) throw notFound("import");
  return toImport(stored);
}

/** The organisation's imports of logs, newest first. Throws `invalid_cursor`. */
export async function listImports(ctx: Context, query: ListImports): Promise<LogImportList> {
  const organisationId = ctx.organisation.id;
  return listItems(ctx, {
    name: "log-imports",
    query,
    rows: (slice, reader) => findImports(reader, organisationId, slice),
    count: (reader) => countRows(reader, "logImport", organisationId),
    view: toImport,
  });
}

/** The organisation's sources of logs, newest first. Throws `invalid_cursor`. */
export async function listSources(ctx: Context, query: ListSources): Promise<LogSourceList> {
  const organisationId = ctx.organisation.id;
  return listItems(ctx, {
    name: "log-sources",
    query,
    rows: (slice, reader) => findSources(reader, organisationId, slice),
    count: (reader) => countRows(reader, "logSource", organisationId),
    view: (source) => toSource(source, ctx.clock.now()),
  });
}

/** An import reports that it is alive every 20 s. */
const silentMs = 5 * 60_000;
const rowsMax = 500;

const stopped =
  "The import stopped before it was complete. Send the log again. Records that were already accepted are not counted twice.";

/** Ends imports whose process was stopped. Returns their number. */
export async function sweepImports(clock: Clock): Promise<number> {
  const now = new Date(clock.now());
  const silent = await findSilentImports(new Date(now.getTime() - silentMs), rowsMax);
  for (const key of silent) {
    const end = { failureReason: stopped, digest: null, now };
    await inTransaction(undefined, (tx) => endImport(tx, key, undefined, end));
  }
  return silent.length;
}

/** Requests lost analyses of changed uses again. Returns the number of organisations. */
export async function sweepChangedUses(clock: Clock): Promise<number> {
  const behind = await findOrganisationsBehind(new Date(clock.now() - lostAfterMs), rowsMax);
  for (const organisationId of behind) {
    await inTransaction(undefined, (tx) => requestAnalysis(tx, organisationId));
  }
  return behind.length;
}

function toImport({ source, ...stored }: StoredImport): LogImport {
  const skipped = stored.skipped as SkippedLines | null;
  const warning = stored.status === "DONE" ? warningOf({ ...stored, skipped }) : null;
  return LogImport.parse({
    ...plain(stored),
    progressPercent: stored.status === "DONE" ? 100 : stored.progressPercent,
    source: source.name,
    skipped: skipped && skippedList(skipped),
    warning,
  });
}

function toSource(stored: Awaited<ReturnType<typeof findSources>>[number], nowMs: number): LogSource {
  const [records, rejected] = [Number(stored.records), Number(stored.rejected)];
  const errorRate = rejected === 0 ? 0 : rejected / (records + rejected);
  const lagMs = stored.lastRecordAt && Math.max(0, nowMs - stored.lastRecordAt.getTime());
  const lagSeconds = lagMs === null ? null : Math.floor(lagMs / 1000);
  return LogSource.parse({ ...plain(stored), errorRate, lagSeconds });
}

/** A row with its times as ISO texts and its counts as numbers. */
function plain(row: object): Record<string, unknown> {
  const members = Object.entries(row).map(([name, value]) => {
    if (value instanceof Date) return [name, value.toISOString()];
    return [name, typeof value === "bigint" ? Number(value) : value];
  });
  return Object.fromEntries(members);
}
