import { type SkippedLines, skipReasons, skipReasonTitles } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { SkippedCount } from "@/lib/domains/shadow-ai/schemas-sources";

interface Outcomes {
  format: string | null;
  lines: number | bigint;
  accepted: number | bigint;
  duplicates: number | bigint;
  /** Null if skipped lines were not counted. */
  skipped: SkippedLines | null;
}

/** Skipped lines as a list, most frequent reason first. */
export function skippedList(skipped: SkippedLines): SkippedCount[] {
  const counts = skipReasons.map((reason) => ({ reason, lines: skipped[reason] ?? 0 }));
  return counts.filter(({ lines }) => lines > 0).sort((one, other) => other.lines - one.lines);
}

/** States that a recognised log had no records, and why. Null for a log with records, and for one without content. */
export function warningOf({ format, lines, accepted, duplicates, skipped }: Outcomes): string | null {
  const content = Number(lines) - (skipped?.EMPTY ?? 0);
  if (format === null || content <= 0 || Number(accepted) + Number(duplicates) > 0) return null;
  const reasons = skippedList(skipped ?? {}).filter(({ reason }) => reason !== "EMPTY");
  const outcomes = reasons.map(
    (one) => `${one.lines.toLocaleString("en")} ${skipReasonTitles[one.reason].toLowerCase()}`,
  );
  const unread = content - reasons.reduce((sum, one) => sum + one.lines, 0);
  if (unread > 0 && skipped !== null) outcomes.push(`${unread.toLocaleString("en")} rejected`);
  const why = outcomes.length === 0 ? "" : ` Lines by outcome: ${outcomes.join("; ")}.`;
  return `The log was recognised as ${format}, but none of its lines produced a record.${why} Check that the source sends the right log.`;
}
