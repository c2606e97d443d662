import type { ChainReport } from "@/lib/domains/audit-chain";

const marks = {
  ok: "ok",
  failed: "FAILED",
  not_verified: "NOT VERIFIED",
  not_checked: "not checked",
  not_sealed: "not sealed",
  unreadable: "UNREADABLE",
} as const;

export function renderReport(report: ChainReport): string {
  const { organisationId, status, verdicts, eventsVerified, erased, findings, findingsTotal, durationMs } = report;
  const verdictLine = Object.entries(verdicts)
    .map(([question, verdict]) => `${question} ${marks[verdict]}`)
    .join(", ");
  const lines = [
    `${status === "ok" ? "ok    " : marks[status]} ${organisationId}: ${eventsVerified} ${eventsVerified === 1 ? "event" : "events"}${erased > 0 ? ` (${erased} erased)` : ""} in ${(durationMs / 1000).toFixed(1)} s; ${verdictLine}`,
    ...findings.map(
      ({ chainPosition, eventId, code, expected, actual, table, recordId }) =>
        `       at ${chainPosition}${eventId ? ` (${eventId})` : ""}: ${code}${table === undefined ? "" : ` ${table} ${recordId}`}; expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}`,
    ),
  ];
  if (findingsTotal > findings.length) lines.push(`       and ${findingsTotal - findings.length} more`);
  const { recordsVerified, recordsUnsealed } = report;
  if (recordsUnsealed > 0) {
    lines.push(
      `       ${recordsOf(recordsVerified)} verified, ${recordsUnsealed} not sealed yet. Run npm run records:seal.`,
    );
  } else if (recordsVerified > 0) lines.push(`       ${recordsOf(recordsVerified)} verified`);
  return `${lines.join("\n")}\n`;
}

function recordsOf(count: number): string {
  return `${count} governed ${count === 1 ? "record" : "records"}`;
}
