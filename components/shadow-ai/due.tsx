"use client";

import { Hint } from "@/components/values/hint";
import { timeText, utcText } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-environment";
import styles from "./due.module.css";
import { ageText, dueState } from "./words";

interface DueProps {
  /** Null once it is decided. */
  dueAt: string | null;
  /** Shows since when it has been there, below. */
  detectedAt?: string;
  /** Whether the deadline itself can be read by keyboard; false in tables, where each row would be a stop. */
  focusable?: boolean;
}

/** Until when a detection is to be decided, and how old it is. Until the page runs, the day in UTC. */
export function Due({ dueAt, detectedAt, focusable = false }: DueProps) {
  const now = useNow();
  const age = detectedAt !== undefined && now !== null && (
    <span className={styles.age}>{`${ageText(detectedAt, now)} old`}</span>
  );
  if (dueAt === null) return <span className={styles.due}>{age || "–"}</span>;
  const state = now === null ? null : dueState(dueAt, now);
  return (
    <span className={styles.due}>
      <Hint text={`Due ${timeText(dueAt, "short")} · ${utcText(dueAt)}`} focusable={focusable}>
        <span className={styles.text} data-urgency={state?.urgency}>
          {state?.text ?? `Due ${timeText(dueAt, "day", "UTC")}`}
        </span>
      </Hint>
      {age}
    </span>
  );
}
