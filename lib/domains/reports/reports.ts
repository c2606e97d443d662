import { appendInTransaction, eventActor, findOldestPayload } from "@/lib/domains/audit-chain";
import { systemContext } from "@/lib/domains/organisations";
import type { ReportFormat, ReportKind, ReportStatus } from "@/lib/domains/reports/enums";
import type { ListReports, Report, ReportDocument, ReportList, RequestReport } from "@/lib/domains/reports/schemas";
import {
  deleteReports,
  findPdfOfHash,
  findReport,
  findReportOfToken,
  insertReport,
  listed,
  lockOldReports,
  readDocument,
  type StoredReport,
  type StoredSchedule,
} from "@/lib/domains/reports/store";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import type { Outdated } from "@/lib/platform/core/periods";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { downloadUrl, gone, openStoredFile, requireToken } from "@/lib/platform/documents/download";
import type { GivenFile } from "@/lib/platform/http/file-reply";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { listItems } from "@/lib/platform/resource/list-page";
import { storage } from "@/lib/platform/storage";

/** Requests a report of the organisation. Its status is GENERATING, and its generation starts after the commit. */
export async function requestReport(ctx: Context, kind: ReportKind, input: RequestReport): Promise<Report> {
  return inTransaction(ctx.tx, async (tx) =>
    toReport(await askForReport(ctx, tx, { kind, ...input }), ctx.clock.now()),
  );
}

/** The same within a transaction, also for a schedule. Takes the chain's lock: call it last. */
export async function askForReport(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  asked: RequestReport & { kind: ReportKind; due?: { scheduleId: string; dueAt: Date } },
): Promise<StoredReport> {
  const nowMs = ctx.clock.now();
  const organisationId = ctx.organisation.id;
  const stored = await insertReport(tx, {
    id: newId("report", nowMs),
    organisationId,
    kind: asked.kind,
    dateFrom: new Date(asked.dateRange.from),
    dateTo: new Date(asked.dateRange.to),
    format: asked.format,
    requestedBy: JSON.stringify(eventActor(ctx.actor)),
    scheduleId: asked.due?.scheduleId ?? null,
    dueAt: asked.due?.dueAt ?? null,
    createdAt: new Date(nowMs),
  });
  await enqueue(tx, [{ name: "reports/report.requested", data: { organisationId, reportId: stored.id } }]);
  await recordReportChange(ctx, tx, { kind: "REPORT_REQUESTED", stored });
  return stored;
}

/** A report of the organisation, in any status; throws `not_found`. */
export async function getReport(ctx: Context, id: string): Promise<Report> {
  const stored = await findReport(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("report");
  return toReport(stored, ctx.clock.now());
}

/** The document of a report. Throws `not_found`, and `conflict` while it is not READY. */
export async function getReportDocument(ctx: Context, id: string): Promise<ReportDocument> {
  const { status } = await getReport(ctx, id);
  const text =
    status === "READY" ? await readDocument({ organisationId: ctx.organisation.id, reportId: id }) : undefined;
  if (text === undefined)
    throw new ServiceError(
      "conflict",
      `The report is ${status}. A document is available only when the report is READY.`,
    );
  return JSON.parse(text) as ReportDocument;
}

/** The organisation's reports, newest first. Throws `invalid_cursor`. */
export async function listReports(ctx: Context, query: ListReports): Promise<ReportList> {
  const { limit: _limit, cursor: _cursor, ...filter } = query;
  const nowMs = ctx.clock.now();
  const list = listed(ctx.organisation.id, filter);
  return listItems(ctx, { name: "reports", query, ...list, view: (stored) => toReport(stored, nowMs) });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a report is deleted, according to its organisation's current retention period. */
export function expiryOf({ createdAt, organisation }: Pick<StoredReport, "createdAt" | "organisation">): number {
  return createdAt.getTime() + organisation.reportRetentionDays * dayMs;
}

/** A stored report as callers see it. Its download URL works for at least a day and changes once an hour. */
function toReport(stored: StoredReport, nowMs: number): Report {
  const expiresMs = expiryOf(stored);
  const urlExpiresMs = Math.min(expiresMs, (Math.floor(nowMs / hourMs) + 25) * hourMs);
  // A finished file is not shown before it is published.
  const file = stored.status === "READY" ? stored : undefined;
  const hasFile = file !== undefined && urlExpiresMs > nowMs;
  return {
    id: stored.id,
    kind: stored.kind as ReportKind,
    status: stored.status as ReportStatus,
    dateRange: { from: stored.dateFrom.toISOString(), to: stored.dateTo.toISOString() },
    format: stored.format as ReportFormat,
    progressPercent: stored.progressPercent,
    requestedBy: JSON.parse(stored.requestedBy) as Report["requestedBy"],
    scheduleId: stored.scheduleId,
    downloadUrl: hasFile ? downloadUrl("reports", stored.id, urlExpiresMs) : null,
    downloadUrlExpiresAt: hasFile ? new Date(urlExpiresMs).toISOString() : null,
    fileHash: file?.fileHash ?? null,
    sizeBytes: file ? Number(file.sizeBytes) : null,
    pages: file?.pages ?? null,
    failureReason: stored.failureReason,
    createdAt: stored.createdAt.toISOString(),
    generatedAt: file?.generatedAt?.toISOString() ?? null,
    expiresAt: new Date(expiresMs).toISOString(),
  };
}

/** Reports that are deleted at a time, because deleting their files takes time. */
const together = 200;

/** Deletes reports requested before a time. Deletes the file before the row, so that an interrupted run finds the row again. */
export async function deleteOldReports(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number> {
  const old = await lockOldReports(tx, organisationId, { ...outdated, take: Math.min(outdated.take, together) });
  for (const { storageKey } of old) if (storageKey !== null) await storage().remove(storageKey);
  return deleteReports(
    tx,
    organisationId,
    old.map(({ id }) => id),
  );
}

type Changer = Pick<Context, "organisation" | "actor" | "clock">;

/** Records a change of a report on the chain. Call it last in the transaction. */
export async function recordReportChange(
  ctx: Changer,
  tx: Transaction,
  change: {
    kind: "REPORT_REQUESTED" | "REPORT_READY" | "REPORT_FAILED" | "REPORT_DOWNLOADED";
    stored: StoredReport;
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stored, more = {} } = change;
  const { id: reportId, kind: reportKind, format, dateFrom, dateTo, scheduleId } = stored;
  const dateRange = { from: dateFrom.toISOString(), to: dateTo.toISOString() };
  const scheduled = scheduleId !== null && { scheduleId };
  const payload = { kind, reportId, reportKind, format, dateRange, ...scheduled, ...more };
  await appendInTransaction(ctx, tx, [{ eventType: "DATA_ACCESS", payload }]);
}

/** The same for a schedule. The event contains only the number of recipients, because the chain is permanent. */
export async function recordScheduleChange(
  ctx: Changer,
  tx: Transaction,
  change: {
    kind: "REPORT_SCHEDULE_CREATED" | "REPORT_SCHEDULE_UPDATED" | "REPORT_SCHEDULE_DELETED";
    stored: StoredSchedule;
    more?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, stored, more = {} } = change;
  const { id: scheduleId, name, kind: reportKind, format, cron, timeZone, covers, recipients, enabled } = stored;
  const payload = {
    ...{ kind, scheduleId, name, reportKind, format, cron, timeZone, covers, recipients: recipients.length, enabled },
    ...more,
  };
  await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
}

/** The file that a download URL opens, for anyone who has the URL. Throws `not_found`. */
export async function openReport(
  { clock }: { clock: Clock },
  { reportId, token = "" }: { reportId: string; token: string | undefined },
): Promise<GivenFile> {
  requireToken(reportId, token, { clock, renewal: `GET /v1/reports/${reportId}` });
  const stored = await findReportOfToken(reportId);
  if (stored?.status !== "READY" || expiryOf(stored) <= clock.now()) throw gone("The report is no longer available.");
  const { organisationId, storageKey, fileHash, format, kind, dateFrom, dateTo } = stored;
  if (storageKey === null || fileHash === null) throw new Error(`the report ${reportId} has no file`);
  const [from, to] = [dateFrom, dateTo].map((date) => date.toISOString().slice(0, 10));
  return openStoredFile({
    ...{ id: reportId, noun: "report", storageKey, hash: fileHash },
    format: format as ReportFormat,
    name: `${kind}-${from}-to-${to}-${reportId}`,
    record: async () => {
      const ctx = await systemContext(organisationId, "download-url", clock);
      const change = { kind: "REPORT_DOWNLOADED", stored, more: { fileHash } } as const;
      await inTransaction(undefined, (tx) => recordReportChange(ctx, tx, change));
    },
  });
}

/**
 * The public response for the hash of a report's PDF. Whether the report was issued with this hash is read from the audit
 * chain, because the owner of the database can edit the row. Undefined for any other hash.
 */
export async function verifyPublishedReport({ clock }: { clock: Clock }, hash: string) {
  const digits = /^(?:sha256(?::|%3A))?([0-9a-f]{64})$/i.exec(hash)?.[1]?.toLowerCase();
  const cache = singleton("reports-by-hash", () => new LookupCache(lookUp, { ttlMs: 60_000, entriesMax: 1_000 }));
  const found = digits && (await cache.get(digits, clock));
  return found ? { ...found, verifiedAt: isoMilliseconds(clock.now()) } : undefined;
}

async function lookUp(digits: string) {
  const stored = await findPdfOfHash(`sha256:${digits}`);
  const { signature = null } = JSON.parse(stored?.document ?? "{}") as Partial<ReportDocument>;
  if (!stored || !signature) return undefined;
  const { id: reportId, organisationId, fileHash } = stored;
  const members = { kind: "REPORT_READY", reportId };
  const recorded = await findOldestPayload(organisationId, "DATA_ACCESS", { by: "reports", members });
  if (!recorded) return undefined;
  const { payload, timestamp: generatedAt } = recorded;
  const authentic = payload["fileHash"] === fileHash;
  return {
    status: authentic ? ("intact" as const) : ("tampered" as const),
    ...{ packageId: null, reportId, authentic, fileChecked: false, framework: null, format: "PDF" as const },
    generatedAt,
    signedBy: signature.signedBy,
    keyId: signature.keyId,
    packageSignature: null,
    message: authentic
      ? "The audit chain records that this service issued this report. The signature is in the PDF."
      : "The audit chain records a different hash for this report.",
  };
}
