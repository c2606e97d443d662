import { labelOf } from "@/lib/platform/client/format";
import styles from "./severity.module.css";
import { toneStyle } from "./status-badge";

/** Severities of events and detections, and risk tiers (LOW). */
export type SeverityName = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFO";

interface SeverityProps {
  /** Unknown values use the shape of INFO. */
  value: SeverityName | (string & {});
  /** Shows the label to screen readers only. */
  compact?: boolean;
}

/** A severity with shape, label and colour. */
export function Severity({ value, compact = false }: SeverityProps) {
  const known: SeverityName = isKnown(value) ? value : "INFO";
  return (
    <span className={styles.severity} data-severity={known} style={toneStyle(tones[known])}>
      <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {shapes[known]}
      </svg>
      <span className={compact ? "visually-hidden" : undefined}>{isKnown(value) ? labels[value] : labelOf(value)}</span>
    </span>
  );
}

const labels: Record<SeverityName, string> = {
  CRITICAL: "Critical",
  HIGH: "High",
  MEDIUM: "Medium",
  LOW: "Low",
  INFO: "Info",
};

const tones: Record<SeverityName, string> = {
  CRITICAL: "severity-critical",
  HIGH: "severity-high",
  MEDIUM: "severity-medium",
  LOW: "severity-info",
  INFO: "severity-info",
};

function isKnown(value: string): value is SeverityName {
  return Object.hasOwn(labels, value);
}

const circle = <circle cx="8" cy="8" r="5.75" fill="none" stroke="var(--tone)" strokeWidth="2" />;

const shapes: Record<SeverityName, React.ReactNode> = {
  CRITICAL: <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="var(--tone)" />,
  HIGH: <path d="M8 1.2 15.4 14.4H.6z" fill="var(--tone)" />,
  MEDIUM: <path d="M8 .9 15.1 8 8 15.1.9 8z" fill="var(--tone)" />,
  LOW: circle,
  INFO: circle,
};
