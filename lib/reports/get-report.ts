import type { Context } from "@/lib/context";
import { notFound, ServiceError } from "@/lib/errors";
import type { Report } from "@/lib/reports/schemas";
import type { ReportDocument } from "@/lib/reports/schemas-document";
import { findReport, readDocument } from "@/lib/reports/store";
import { toReport } from "@/lib/reports/to-report";

/** A report of the organisation, in any status; throws `not_found`. */
export async function getReport(ctx: Context, id: string): Promise<Report> {
  const stored = await findReport(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("report");
  return toReport(stored, ctx.clock.now());
}

/** What a report says. Throws `not_found`, and `conflict` while it is not READY. */
export async function getReportDocument(ctx: Context, id: string): Promise<ReportDocument> {
  const { status } = await getReport(ctx, id);
  const text =
    status === "READY" ? await readDocument({ organisationId: ctx.organisation.id, reportId: id }) : undefined;
  if (text === undefined)
    throw new ServiceError("conflict", `The report is ${status}: only one that is READY has a document.`);
  return JSON.parse(text) as ReportDocument;
}
