import { findActiveMembers } from "@/lib/domains/members";
import { findOrganisation } from "@/lib/domains/organisations";
import { type ReportKind, reportTitles } from "@/lib/domains/reports/enums";
import type { WriteOutcome } from "@/lib/domains/reports/generation/write-report";
import { recordReportChange } from "@/lib/domains/reports/reports";
import {
  changeReport,
  lockGenerating,
  noteProgress,
  type ReportKey,
  reportSchedules,
  type StoredReport,
  takeSilent,
} from "@/lib/domains/reports/store";
import { env } from "@/lib/platform/config/env";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { attempt, type GenerationState, sweepSilent } from "@/lib/platform/documents/generation";
import { processPool } from "@/lib/platform/documents/worker-pool";
import { queueMail, reportEndedMail } from "@/lib/platform/mail";
import { log } from "@/lib/platform/telemetry/log";

interface MakingOptions {
  clock?: Clock;
  /** Writes the file; undefined while no worker is free. Default: in the worker pool. */
  write?: (key: ReportKey, onProgress: (fraction: number) => void) => Promise<WriteOutcome | undefined>;
}

/** Generates a report. Sets it to FAILED if it cannot be generated. Throws errors that a retry can resolve. */
export async function makeReport(
  key: ReportKey,
  { clock = systemClock, write = inPool }: MakingOptions = {},
): Promise<{ state: GenerationState }> {
  if (!(await noteProgress(key, 1))) return { state: "ended" };
  return attempt({
    note: (fraction) => noteProgress(key, fraction * 95),
    work: async (onProgress) => {
      const outcome = (await write(key, onProgress)) ?? "busy";
      if (outcome === "busy") return "waiting";
      if (outcome === "written") await publish(key, clock);
      return "ended";
    },
    fail: (reason) => failReport(key, reason, clock),
  });
}

const inPool: NonNullable<MakingOptions["write"]> = (key, onProgress) => {
  const source = "lib/domains/reports/generation/worker.ts";
  return processPool<ReportKey, WriteOutcome>({ built: "report-worker.mjs", source, size: 1, givesWay: true }).run(
    key,
    onProgress,
  );
};

/** Sets a report with a finished file to READY. Has no effect on a report that is not being generated. */
async function publish(key: ReportKey, clock: Clock): Promise<void> {
  await end(key, clock, async (tx, ctx) => {
    const ready = await changeReport(tx, key, { status: "READY", progressPercent: 100 });
    await mailRecipients(ctx, tx, ready);
    const more = { fileHash: ready.fileHash, sizeBytes: Number(ready.sizeBytes) };
    await recordReportChange(ctx, tx, { kind: "REPORT_READY", stored: ready, more });
  });
}

/** Sets a report to FAILED with a message for its requester. Has no effect on a report that is not being generated. */
export async function failReport(key: ReportKey, reason: string, clock: Clock): Promise<void> {
  await end(key, clock, async (tx, ctx) => {
    const failed = await changeReport(tx, key, { status: "FAILED", failureReason: reason });
    await mailRecipients(ctx, tx, failed);
    await recordReportChange(ctx, tx, { kind: "REPORT_FAILED", stored: failed, more: { reason } });
  });
  log().warn({ reportId: key.reportId }, "a report could not be generated");
}

type Maker = Parameters<typeof recordReportChange>[0];

async function end(
  key: ReportKey,
  clock: Clock,
  work: (tx: Transaction, ctx: Maker, stored: StoredReport) => Promise<void>,
): Promise<void> {
  const organisation = await findOrganisation(key.organisationId);
  if (!organisation) return;
  const ctx = { organisation, actor: { kind: "system" as const, id: "reports" }, clock };
  await inTransaction(undefined, async (tx) => {
    const stored = await lockGenerating(tx, key);
    if (stored) await work(tx, ctx, stored);
  });
}

/** Requests lost reports again, and fails reports that were lost too often. Returns the number of lost reports. */
export function sweepReports(clock: Clock): Promise<number> {
  return sweepSilent<ReportKey>(clock, {
    takeSilent,
    request: ({ organisationId, reportId }) => ({
      name: "reports/report.requested",
      data: { organisationId, reportId },
    }),
    fail: (key) => failReport(key, unfinished, clock),
  });
}

const unfinished = "Generation was attempted several times and did not complete. Request another report.";

/** Notifies the recipients of a scheduled report, except members who may not sign in, that it is ready or has failed. */
async function mailRecipients(
  { organisation: { id: organisationId }, clock }: Pick<Context, "organisation" | "clock">,
  tx: Transaction,
  report: StoredReport,
): Promise<void> {
  if (report.scheduleId === null) return;
  const schedule = await reportSchedules.find(tx, organisationId, report.scheduleId);
  const organisation = await findOrganisation(organisationId);
  if (!schedule || !organisation) return;
  for (const { email } of await findActiveMembers(tx, organisationId, schedule.recipients, clock)) {
    const rendered = reportEndedMail({
      organisation,
      publicUrl: env().PUBLIC_URL,
      scheduleName: schedule.name,
      report: {
        id: report.id,
        title: reportTitles[report.kind as ReportKind],
        from: report.dateFrom,
        to: report.dateTo,
        timeZone: schedule.timeZone,
        failureReason: report.failureReason,
      },
    });
    await queueMail(tx, { organisationId, to: email, template: "report-ended", ...rendered }, clock);
  }
}
