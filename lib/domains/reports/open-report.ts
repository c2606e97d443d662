import { systemContext } from "@/lib/domains/organisations";
import type { ReportFormat } from "@/lib/domains/reports/enums";
import { expiryOf, recordReportChange } from "@/lib/domains/reports/reports";
import { findReportOfToken } from "@/lib/domains/reports/store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { gone, openStoredFile, requireToken } from "@/lib/platform/documents/download";
import type { GivenFile } from "@/lib/platform/http/file-reply";

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
