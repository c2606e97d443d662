import { linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";

interface ReportEndedMail {
  organisation: { id: string; name: string };
  scheduleName: string;
  report: {
    id: string;
    title: string;
    from: Date;
    to: Date;
    timeZone: string;
    /** null: it is there. */
    failureReason: string | null;
  };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

/** Tells somebody that a scheduled report is there, with a link to its page and without the file; or why it is not. */
export function reportEndedMail({ organisation, scheduleName, report, publicUrl }: ReportEndedMail): RenderedMail {
  const { id, title, failureReason } = report;
  const isThere = failureReason === null;
  const period = `${day(report.from, report.timeZone)} to ${day(report.to, report.timeZone)}`;
  return renderMail({
    subject: isThere ? `Report: ${scheduleName}` : `No report: ${scheduleName}`,
    preheader: `${title}, ${period}.`,
    title: isThere ? "A report is ready" : "A report could not be made",
    blocks: [
      {
        kind: "paragraph",
        text: isThere
          ? `${title} of ${organisation.name}, ${period}, is ready to be read and downloaded.`
          : `${title} of ${organisation.name}, ${period}, could not be made: ${failureReason} It can be asked for again on its page.`,
      },
      ...(publicUrl === undefined
        ? [{ kind: "steps" as const, steps: [{ text: "Read it:", call: `GET /v1/reports/${id}` }] }]
        : linkTo(publicUrl, `/reports/${id}`, "Open the report")),
    ],
    reason: `You receive this automatic message because the report schedule "${scheduleName}" of ${organisation.name} (${organisation.id}) names you as a recipient.`,
  });
}

/** A day as the schedule's clocks show it: `1 January 2026`. */
function day(at: Date, timeZone: string): string {
  return at.toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });
}
