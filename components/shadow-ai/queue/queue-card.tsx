import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import { Due } from "../due";
import { Assignee } from "./assignee";
import { FactorChips } from "./factor-chips";
import styles from "./queue.module.css";

interface QueueCardProps {
  row: ShadowAiDetection;
  note: string | undefined;
}

/** A detection where the screen is narrow; its host, which opens it, stands above. */
export function QueueCard({ row, note }: QueueCardProps) {
  const { severity, status, details, topFactors, assignedTo, dueAt, detectedAt } = row;
  const department = details.departmentHint;
  return (
    <>
      <span className={styles.cardLine}>
        <Severity value={severity} />
        <StatusBadge kind="detection" value={status} />
      </span>
      <span className={styles.quiet}>{[details.aiProvider, department].filter(Boolean).join(" · ")}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <FactorChips codes={topFactors} />
      <span className={styles.cardLine}>
        <Due dueAt={dueAt} detectedAt={detectedAt} />
        <Assignee address={assignedTo} />
      </span>
    </>
  );
}
