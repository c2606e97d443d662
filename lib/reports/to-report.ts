import { writeToken } from "@/lib/download-token";
import { publicUrl } from "@/lib/public-url";
import type { Report } from "@/lib/reports/schemas";
import type { StoredReport } from "@/lib/reports/store";
import type { ReportFormat, ReportKind, ReportStatus } from "@/lib/reports/vocabulary";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a report goes, as its organisation keeps reports now. */
export function expiryOf({ createdAt, organisation }: Pick<StoredReport, "createdAt" | "organisation">): number {
  return createdAt.getTime() + organisation.reportRetentionDays * dayMs;
}

/** A stored report as callers see it. Its download URL works for a day at least; within an hour it is the same. */
export function toReport(stored: StoredReport, nowMs: number): Report {
  const expiresMs = expiryOf(stored);
  const urlExpiresMs = Math.min(expiresMs, (Math.floor(nowMs / hourMs) + 25) * hourMs);
  const hasFile = stored.status === "READY" && urlExpiresMs > nowMs;
  return {
    id: stored.id,
    kind: stored.kind as ReportKind,
    status: stored.status as ReportStatus,
    dateRange: { from: stored.dateFrom.toISOString(), to: stored.dateTo.toISOString() },
    format: stored.format as ReportFormat,
    progressPercent: stored.progressPercent,
    requestedBy: JSON.parse(stored.requestedBy) as Report["requestedBy"],
    scheduleId: stored.scheduleId,
    downloadUrl: hasFile
      ? publicUrl(`/v1/reports/${stored.id}/download?token=${writeToken(stored.id, urlExpiresMs)}`)
      : null,
    downloadUrlExpiresAt: hasFile ? new Date(urlExpiresMs).toISOString() : null,
    fileHash: stored.fileHash,
    sizeBytes: stored.sizeBytes === null ? null : Number(stored.sizeBytes),
    pages: stored.pages,
    failureReason: stored.failureReason,
    createdAt: stored.createdAt.toISOString(),
    generatedAt: stored.generatedAt?.toISOString() ?? null,
    expiresAt: new Date(expiresMs).toISOString(),
  };
}
