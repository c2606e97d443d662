import styles from "./status-badge.module.css";
import { type StatusKind, type StatusLook, statusLook } from "./status-words";

interface StatusBadgeProps {
  kind: StatusKind;
  value: string;
}

/** The state of a thing by mark, word and colour. */
export function StatusBadge({ kind, value }: StatusBadgeProps) {
  const { word, tone, mark } = statusLook(kind, value);
  return (
    <span className={styles.badge} data-tone={tone}>
      <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {marks[mark]}
      </svg>
      {word}
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
