"use client";

import detail from "@/components/ui/detail/detail.module.css";
import { useSession } from "@/components/ui/page/session";
import { Hint, Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { timeText, utcText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import styles from "./detection-values.module.css";
import { ageText, dueState, factorLabel } from "./labels";

interface DueProps {
  /** Null once the detection is decided. */
  dueAt: string | null;
  /** Adds the age of the detection below. */
  detectedAt?: string;
  /** Whether the deadline is a tab stop. Off in tables. */
  focusable?: boolean;
}

/** The deadline of a detection and its age. Before hydration, the day in UTC. */
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
        <span className={styles.deadline} data-urgency={state?.urgency}>
          {state?.text ?? `Due ${timeText(dueAt, "day", "UTC")}`}
        </span>
      </Hint>
      {age}
    </span>
  );
}

/** The assignee: the part of the address before the @. */
export function Assignee({ address }: { address: string | null }) {
  const { member } = useSession();
  if (address === null) return <span className={detail.quiet}>Unassigned</span>;
  const name = address === member.email ? "You" : address.replace(/@.*$/, "");
  return (
    <span className={styles.assignee} title={address}>
      {name}
    </span>
  );
}

/** The main risk factors. */
export function FactorChips({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <span className={detail.quiet}>–</span>;
  return (
    <ul className={styles.factors}>
      {codes.map((code) => (
        <li key={code} className={styles.factor}>
          {factorLabel(code)}
        </li>
      ))}
    </ul>
  );
}

/** Recent credential changes of the possible approvers, or of the member who decided the request. */
export function ApproverChanges({ approverChanges: changes, status }: ExceptionRequest) {
  if (changes.length === 0)
    return status === "PENDING" ? "None in the last 30 days" : "None in the 30 days before the decision";
  return (
    <ul className={detail.list}>
      {changes.map((change) => (
        <li key={change.id}>
          {change.account}: {describeChange(change)}, <Time value={change.occurredAt} format="relative" />
        </li>
      ))}
    </ul>
  );
}
