import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { queueMail, reportEndedMail } from "@/lib/mail";
import { findActiveMembers } from "@/lib/members";
import { findOrganisation } from "@/lib/organisations";
import { findSchedule } from "@/lib/reports/schedule-store";
import type { StoredReport } from "@/lib/reports/store";
import { type ReportKind, reportTitles } from "@/lib/reports/vocabulary";

/** Tells the recipients of a scheduled report that it is there, or that it could not be made. Who may not sign in is not told. */
export async function mailRecipients(
  { organisation: { id: organisationId }, clock }: Pick<Context, "organisation" | "clock">,
  tx: Transaction,
  report: StoredReport,
): Promise<void> {
  if (report.scheduleId === null) return;
  const schedule = await findSchedule(tx, organisationId, report.scheduleId);
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
