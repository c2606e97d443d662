import { labelOf } from "@/lib/platform/client/format";
import styles from "./status-badge.module.css";

interface StatusBadgeProps {
  kind: StatusKind;
  value: string;
}

/** A status with mark, label and colour. */
export function StatusBadge({ kind, value }: StatusBadgeProps) {
  const { label, tone, mark } = statusLook(kind, value);
  return (
    <span className={styles.badge} data-tone={tone}>
      <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {marks[mark]}
      </svg>
      {label}
    </span>
  );
}

const ring = <circle cx="8" cy="8" r="6" className={styles.line} />;

const marks: Record<StatusLook["mark"], React.ReactNode> = {
  open: ring,
  half: (
    <>
      {ring}
      <path d="M8 2a6 6 0 0 1 0 12z" className={styles.filled} />
    </>
  ),
  clock: (
    <>
      {ring}
      <path d="M8 4.8V8l2.4 1.4" className={styles.line} />
    </>
  ),
  tick: <path d="m3 8.5 3.3 3.3L13 4.8" className={styles.line} />,
  cross: <path d="m4 4 8 8m0-8-8 8" className={styles.line} />,
  dash: <path d="M3.5 8h9" className={styles.line} />,
};

export type StatusKind =
  | "detection"
  | "resolution"
  | "exception"
  | "evidence"
  | "coverage"
  | "delivery"
  | "endpoint"
  | "member"
  | "key"
  | "import"
  | "verification"
  | "finding"
  | "model"
  | "mail"
  | "integration"
  | "received"
  | "policy"
  | "hold"
  | "stream"
  | "report"
  | "schedule";

/** The mark distinguishes statuses without colour. */
interface StatusLook {
  label: string;
  tone: "good" | "doubt" | "bad" | "quiet" | "accent";
  mark: "open" | "half" | "clock" | "tick" | "cross" | "dash";
}

const good = (label: string): StatusLook => ({ label, tone: "good", mark: "tick" });
const bad = (label: string): StatusLook => ({ label, tone: "bad", mark: "cross" });
const running = (label: string): StatusLook => ({ label, tone: "accent", mark: "clock" });
const waiting = (label: string): StatusLook => ({ label, tone: "doubt", mark: "clock" });
const open = (label: string): StatusLook => ({ label, tone: "doubt", mark: "open" });
const half = (label: string, tone: StatusLook["tone"] = "accent"): StatusLook => ({ label, tone, mark: "half" });
const over = (label: string): StatusLook => ({ label, tone: "quiet", mark: "dash" });

const looks: Record<StatusKind, Record<string, StatusLook>> = {
  detection: {
    OPEN: open("Open"),
    INVESTIGATING: half("Investigating"),
    RESOLVED: good("Resolved"),
    DISMISSED: over("Dismissed"),
  },
  resolution: {
    ONBOARDED: good("Onboarded"),
    STOPPED: good("Stopped"),
    APPROVED_EXCEPTION: half("Approved exception", "doubt"),
    FALSE_POSITIVE: over("False positive"),
  },
  exception: {
    PENDING: waiting("Pending"),
    APPROVED: good("Approved"),
    REJECTED: bad("Rejected"),
    WITHDRAWN: over("Withdrawn"),
    EXPIRED: over("Expired"),
    REVOKED: bad("Revoked"),
  },
  report: { GENERATING: running("Generating"), READY: good("Ready"), FAILED: bad("Failed") },
  schedule: { ENABLED: good("Enabled"), PAUSED: over("Paused") },
  evidence: {
    GENERATING: running("Generating"),
    READY: good("Ready"),
    FAILED: bad("Failed"),
    EXPIRED: over("Expired"),
  },
  coverage: {
    EVIDENCED: good("Evidenced"),
    PARTIAL: half("Partial", "doubt"),
    NO_EVENTS_IN_PERIOD: open("No events in period"),
    NOT_EVIDENCED_BY_EVENTS: over("Not evidenced by events"),
    OUT_OF_SCOPE: over("Out of scope"),
  },
  delivery: {
    PENDING: running("Pending"),
    RETRY_SCHEDULED: waiting("Retry scheduled"),
    DELIVERED: good("Delivered"),
    FAILED: bad("Failed"),
    SUCCEEDED: good("Succeeded"),
    INTERRUPTED: half("Interrupted", "doubt"),
  },
  endpoint: { ENABLED: good("Enabled"), ACTIVE: good("Active"), DISABLED: bad("Disabled") },
  member: {
    INVITED: waiting("Invited"),
    ACTIVE: good("Active"),
    DISABLED: bad("Disabled"),
    EXPIRED: over("Expired"),
  },
  key: { ACTIVE: good("Active"), EXPIRED: over("Expired"), REVOKED: bad("Revoked") },
  import: {
    RUNNING: running("Running"),
    DONE: good("Done"),
    FAILED: bad("Failed"),
  },
  verification: {
    interrupted: half("Interrupted", "doubt"),
    ok: good("Verified"),
    failed: bad("Failed"),
    running: running("Running"),
    not_checked: open("Not checked"),
    unreadable: bad("Unreadable"),
    not_verified: half("Not verified", "doubt"),
    not_sealed: open("Not sealed"),
    INTACT: good("Intact"),
    BROKEN: bad("Broken"),
    NOT_CHECKED: open("Not checked"),
    UNABLE: half("Unable to check", "doubt"),
  },
  finding: {
    OPEN: bad("Open"),
    RESOLUTION_REQUESTED: waiting("Resolution requested"),
    RESOLVED: over("Resolved"),
  },
  model: { ACTIVE: good("Active"), ARCHIVED: over("Archived") },
  integration: {
    WAITING: waiting("Waiting"),
    CONNECTED: good("Connected"),
    DISCONNECTED: bad("Disconnected"),
    DISABLED: over("Disabled"),
  },
  received: { recorded: good("Recorded"), ignored: over("Not recorded") },
  stream: { ACTIVE: good("Active"), FAILING: waiting("Failing"), PAUSED: over("Paused"), DISABLED: bad("Disabled") },
  policy: { ENABLED: good("Enabled"), MUTED: half("Muted", "doubt"), DISABLED: over("Disabled") },
  hold: { ACTIVE: half("Active", "doubt"), RELEASED: over("Released") },
  mail: { QUEUED: running("Queued"), SENT: good("Sent"), STORED: half("Stored"), FAILED: bad("Failed") },
};

/** The appearance of a status. Unknown statuses use their humanised name. */
export function statusLook(kind: StatusKind, value: string): StatusLook {
  return (
    looks[kind][value] ?? looks[kind][value.toUpperCase()] ?? looks[kind][value.toLowerCase()] ?? over(labelOf(value))
  );
}

export function statusLabel(kind: StatusKind, value: string): string {
  return statusLook(kind, value).label;
}
