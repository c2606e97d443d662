import type { ChainReport } from "@/lib/audit-chain";
import type { DetectionsReport } from "@/lib/shadow-ai";

const marks = {
  ok: "ok",
  failed: "FAILED",
  not_verified: "NOT VERIFIED",
  not_checked: "not checked",
  not_sealed: "not sealed",
  unreadable: "UNREADABLE",
} as const;

/** A report in lines for a person. */
export function renderReport(report: ChainReport): string {
  const { organisationId, status, verdicts, eventsVerified, erased, findings, findingsTotal, durationMs } = report;
  const verdictLine = Object.entries(verdicts)
    .map(([question, verdict]) => `${question} ${marks[verdict]}`)
    .join(", ");
  const lines = [
    `${status === "ok" ? "ok    " : marks[status]} ${organisationId}: ${eventsVerified} events${erased > 0 ? ` (${erased} erased)` : ""} in ${(durationMs / 1000).toFixed(1)} s; ${verdictLine}`,
    ...findings.map(
      ({ chainPosition, eventId, code, expected, actual, table, recordId }) =>
        `       at ${chainPosition}${eventId ? ` (${eventId})` : ""}: ${code}${table === undefined ? "" : ` ${table} ${recordId}`}; expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}`,
    ),
  ];
  if (findingsTotal > findings.length) lines.push(`       and ${findingsTotal - findings.length} more`);
  const { recordsVerified, recordsUnsealed } = report;
  if (recordsUnsealed > 0) {
    lines.push(
      `       ${recordsUnsealed} governed records not sealed yet, ${recordsVerified} verified. Run npm run records:seal`,
    );
  } else if (recordsVerified > 0) lines.push(`       ${recordsVerified} governed records verified`);
  return `${lines.join("\n")}\n`;
}

/** What was found of detections of shadow AI, in lines for a person; nothing where there are none. */
export function renderDetections(report: Omit<DetectionsReport, "organisationId">): string {
  const { status, detectionsVerified, findings, findingsTotal } = report;
  if (status === "ok" && detectionsVerified === 0) return "";
  const lines = [
    `       ${detectionsVerified} shadow AI detections: ${marks[status]}`,
    ...findings.map(
      ({ detectionId, eventId, code, storedHash, computedHash }) =>
        `       ${detectionId}${eventId ? ` (${eventId})` : ""}: ${code}; expected ${storedHash}, found ${computedHash}`,
    ),
  ];
  if (findingsTotal > findings.length) lines.push(`       and ${findingsTotal - findings.length} more`);
  return `${lines.join("\n")}\n`;
}
