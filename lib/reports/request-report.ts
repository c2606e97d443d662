import { eventActor } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/outbox-store";
import { recordReportChange } from "@/lib/reports/record-change";
import type { Report, RequestReport } from "@/lib/reports/schemas";
import { insertReport, type StoredReport } from "@/lib/reports/store";
import { toReport } from "@/lib/reports/to-report";
import type { ReportKind } from "@/lib/reports/vocabulary";

/** Takes a request for a report of the organisation: it is GENERATING from then on, and is made after the commit. */
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
