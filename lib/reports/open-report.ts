import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { readToken } from "@/lib/download-token";
import { ServiceError } from "@/lib/errors";
import type { GivenFile } from "@/lib/http/file-reply";
import { log } from "@/lib/log";
import { findOrganisation } from "@/lib/organisations";
import { recordReportChange } from "@/lib/reports/record-change";
import { findReportOfToken, type StoredReport } from "@/lib/reports/store";
import { expiryOf } from "@/lib/reports/to-report";
import type { ReportFormat } from "@/lib/reports/vocabulary";
import { storage } from "@/lib/storage";

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  PDF: "application/pdf",
  CSV: "text/csv; charset=utf-8",
  JSON: "application/json",
};

/**
 * The file that a download URL leads to, for whoever holds the URL. That it is taken is written onto the chain before its
 * first byte leaves. Throws `not_found`: alike for every token that this service did not write for the report, with its
 * reason for one that it did.
 */
export async function openReport(
  { clock }: { clock: Clock },
  { reportId, token = "" }: { reportId: string; token: string | undefined },
): Promise<GivenFile> {
  // Looked at first: whoever guesses costs no query.
  const expiresAtMs = readToken(reportId, token);
  if (expiresAtMs === undefined) throw gone("This is no download URL of this service.");
  if (expiresAtMs <= clock.now()) {
    throw gone(`The download URL has expired. Get a new one with GET /v1/reports/${reportId}.`);
  }
  const stored = await findReportOfToken(reportId);
  if (!stored || stored.storageKey === null || stored.fileHash === null || expiryOf(stored) <= clock.now()) {
    throw gone("The report is kept no longer.");
  }
  const { storageKey, fileHash, format, kind, dateFrom, dateTo } = stored;
  const size = await storage().sizeOf(storageKey);
  if (size === undefined) {
    log().error({ reportId }, "the file of a report is missing from the storage");
    throw gone("The file of the report is missing. Ask for another report.");
  }
  const [from, to] = [dateFrom, dateTo].map((date) => date.toISOString().slice(0, 10));
  return {
    size,
    type: mediaTypes[format as ReportFormat],
    name: `${kind}-${from}-to-${to}-${reportId}.${format.toLowerCase()}`,
    sha256: Buffer.from(fileHash.slice("sha256:".length), "hex"),
    open: async (range) => {
      const bytes = await storage().read(storageKey, range);
      if (range === undefined || range.start === 0) await recordDownload(stored, clock, bytes);
      return bytes;
    },
  };
}

/** A download that cannot be told of does not happen. */
async function recordDownload(stored: StoredReport, clock: Clock, bytes: ReadableStream): Promise<void> {
  try {
    const organisation = await findOrganisation(stored.organisationId);
    if (!organisation) throw new Error(`there is no organisation ${stored.organisationId}`);
    const ctx = { organisation, actor: { kind: "system" as const, id: "download-url" }, clock };
    const more = { fileHash: stored.fileHash };
    await inTransaction(undefined, (tx) => recordReportChange(ctx, tx, { kind: "REPORT_DOWNLOADED", stored, more }));
  } catch (error) {
    await bytes.cancel();
    throw error;
  }
}

function gone(message: string): ServiceError {
  return new ServiceError("not_found", message);
}
