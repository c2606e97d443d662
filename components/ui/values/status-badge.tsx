import type { CSSProperties, ReactNode } from "react";
import { statusLabels } from "@/components/ui/texts";
import { labelOf } from "@/lib/platform/client/format";
import styles from "./status-badge.module.css";

interface StatusBadgeProps {
  /** The kind of record, for statuses that differ between kinds. */
  kind: string;
  value: string;
}

/** A status with mark, label and colour. */
export function StatusBadge({ kind, value }: StatusBadgeProps) {
  const { label, tone, mark } = statusLook(kind, value);
  return (
    <span className={styles.badge} data-tone={tone} style={toneStyle(tone)}>
      <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {marks[mark]}
      </svg>
      {label}
    </span>
  );
}

/** The colours of a family of tokens, for style sheets. */
export function toneStyle(tone: string): CSSProperties {
  return {
    "--tone": `var(--${tone})`,
    "--tone-soft": `var(--${tone}-soft)`,
    "--tone-text": `var(--${tone}-text)`,
  } as CSSProperties;
}

const line = {
  fill: "none",
  stroke: "var(--tone-text)",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const ring = <circle cx="8" cy="8" r="6" {...line} />;

const marks: Record<StatusLook["mark"], ReactNode> = {
  open: ring,
  half: (
    <>
      {ring}
      <path d="M8 2a6 6 0 0 1 0 12z" fill="var(--tone-text)" />
    </>
  ),
  clock: (
    <>
      {ring}
      <path d="M8 4.8V8l2.4 1.4" {...line} />
    </>
  ),
  tick: <path d="m3 8.5 3.3 3.3L13 4.8" {...line} />,
  cross: <path d="m4 4 8 8m0-8-8 8" {...line} />,
  dash: <path d="M3.5 8h9" {...line} />,
};

/** The mark distinguishes statuses without colour. */
interface StatusLook {
  label: string;
  tone: "good" | "doubt" | "bad" | "quiet" | "accent";
  mark: "open" | "half" | "clock" | "tick" | "cross" | "dash";
}

/**
 * The statuses of each appearance. All others are final or set deliberately, such as Disabled and Paused, and shown in
 * grey. A prefix restricts a status to one kind of record.
 */
const appearances: readonly [StatusLook["tone"], StatusLook["mark"], readonly string[]][] = [
  [
    "good",
    "tick",
    ["ACTIVE", "APPROVED", "AVAILABLE", "CONNECTED", "DELIVERED", "DONE", "ENABLED", "EVIDENCED", "INTACT", "OK"],
  ],
  [
    "good",
    "tick",
    ["ON", "ONBOARDED", "READY", "RECORDED", "RESOLVED", "SENT", "STOPPED", "SUCCEEDED", "document CURRENT"],
  ],
  ["bad", "cross", ["ADVERSE", "BROKEN", "DISCONNECTED", "FAILED", "FAILING", "REJECTED", "UNREADABLE"]],
  ["bad", "cross", ["finding OPEN", "NOT_RESPONDING", "OVERDUE", "REFUSED", "stream DISABLED"]],
  ["accent", "tick", ["SUPPLIED"]],
  ["accent", "clock", ["GENERATING", "PENDING", "QUEUED", "RUNNING"]],
  ["accent", "half", ["INVESTIGATING"]],
  ["doubt", "clock", ["INVITED", "RESOLUTION_REQUESTED", "RETRY_SCHEDULED", "WAITING", "exception PENDING"]],
  ["doubt", "clock", ["BEHIND", "document EXPIRED", "NOT_YET_VALID"]],
  ["doubt", "open", ["NOT_CHECKED", "NOT_SEALED", "OPEN"]],
  ["doubt", "half", ["APPROVED_EXCEPTION", "DEGRADED", "INTERRUPTED", "NOT_VERIFIED", "PARTIAL", "UNABLE"]],
  ["quiet", "half", ["MUTED"]],
  ["quiet", "open", ["NO_EVENTS_IN_PERIOD", "model ACTIVE"]],
  ["quiet", "dash", ["finding RESOLVED"]],
];
const looks = new Map(
  appearances.flatMap(([tone, mark, statuses]) => statuses.map((status) => [status, { tone, mark }] as const)),
);

/** The appearance of a status. */
export function statusLook(kind: string, value: string): StatusLook {
  const status = value.toUpperCase();
  const look = looks.get(`${kind} ${status}`) ?? looks.get(status) ?? { tone: "quiet", mark: "dash" };
  return { label: statusLabels[status] ?? labelOf(value), ...look };
}

export function statusLabel(kind: string, value: string): string {
  return statusLook(kind, value).label;
}
