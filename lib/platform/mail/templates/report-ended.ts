import { linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import type { Notice } from "@/lib/platform/mail/templates/parts";

export interface ReportEndedMail extends Notice {
  scheduleName: string;
  report: {
    id: string;
    title: string;
    from: Date;
    to: Date;
    timeZone: string;
    /** Null if the report is ready. */
    failureReason: string | null;
  };
}

/** A scheduled report is ready or has failed. Links to the report; the file is not attached. */
export function reportEndedMail({ organisation, scheduleName, report, publicUrl }: ReportEndedMail): RenderedMail {
  const { id, title, failureReason } = report;
  const isReady = failureReason === null;
  const period = `${day(report.from, report.timeZone)} to ${day(report.to, report.timeZone)}`;
  const about = `The report "${title}" of ${organisation.name} for ${period}`;
  return renderMail({
    subject: isReady ? `Report: ${scheduleName}` : `Report failed: ${scheduleName}`,
    preheader: `${title}, ${period}.`,
    title: isReady ? "Your report is ready" : "A report could not be generated",
    blocks: [
      isReady
        ? `${about} is ready to download.`
        : `${about} could not be generated: ${failureReason} You can request it again on the report's page.`,
      ...(publicUrl === undefined
        ? [{ kind: "steps" as const, steps: [{ text: "View the report:", call: `GET /v1/reports/${id}` }] }]
        : linkTo(publicUrl, `/reports/${id}`, "Open the report")),
    ],
    reason: `You are receiving this e-mail because you are a recipient of the report schedule "${scheduleName}" of ${organisation.name} (${organisation.id}).`,
  });
}

/** A day in the schedule's time zone: `1 January 2026`. */
function day(at: Date, timeZone: string): string {
  return at.toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });
}
