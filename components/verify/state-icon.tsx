import type { StepState } from "./state";
import styles from "./steps.module.css";

/** A shape for each state, so that none is told by its colour alone. The word stands beside it. */
export function StateIcon({ state }: { state: StepState }) {
  return (
    <svg className={styles.icon} data-state={state} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[state]}
    </svg>
  );
}

const shapes = {
  pending: <circle cx="12" cy="12" r="9" className={styles.outline} />,
  running: (
    <>
      <circle cx="12" cy="12" r="9" className={styles.track} />
      <path d="M12 3a9 9 0 0 1 9 9" className={styles.outline} />
    </>
  ),
  passed: (
    <>
      <circle cx="12" cy="12" r="10" className={styles.filled} />
      <path d="m7.5 12.3 3 3 6-6.4" className={styles.mark} />
    </>
  ),
  failed: (
    <>
      <path d="M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9z" className={styles.filled} />
      <path d="m8.5 8.5 7 7m0-7-7 7" className={styles.mark} />
    </>
  ),
  not_checked: (
    <>
      <path d="M12 1.8 22.2 12 12 22.2 1.8 12z" className={styles.hollow} />
      <path d="M8.5 12h7" className={styles.dash} />
    </>
  ),
} satisfies Record<StepState, React.ReactNode>;
