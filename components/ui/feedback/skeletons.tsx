import type { ReactNode } from "react";
import styles from "./skeletons.module.css";

interface SkeletonProps {
  /** What is being loaded: "detections". */
  label?: string;
}

/** The shapes of what is to come, after a moment. */
export const Skeletons = {
  Rows({ count = 8, label }: SkeletonProps & { count?: number }) {
    return (
      <Waiting label={label}>
        <span className={styles.rows}>
          {Array.from({ length: count }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else to be told apart by.
            <span key={row} className={styles.row} style={{ width: `${96 - ((row * 13) % 31)}%` }} />
          ))}
        </span>
      </Waiting>
    );
  },

  Card({ height = 120, label }: SkeletonProps & { height?: number }) {
    return (
      <Waiting label={label}>
        <span className={styles.block} style={{ height }} />
      </Waiting>
    );
  },

  Chart({ height = 220, label }: SkeletonProps & { height?: number }) {
    return (
      <Waiting label={label}>
        <span className={styles.block} style={{ height }} />
      </Waiting>
    );
  },
};

function Waiting({ label, children }: { label: string | undefined; children: React.ReactNode }) {
  return (
    <Delayed>
      <div role="status">
        <span className="visually-hidden">{label === undefined ? "Loading" : `Loading ${label}`}</span>
        <span className={styles.shapes} aria-hidden="true">
          {children}
        </span>
      </div>
    </Delayed>
  );
}

interface DelayedProps {
  ms?: number;
  children: ReactNode;
}

/** Shows its children after a moment, so that what is there at once does not flicker. */
export function Delayed({ ms = 300, children }: DelayedProps) {
  return (
    <div className={styles.delayed} style={{ animationDelay: `${ms}ms` }}>
      {children}
    </div>
  );
}
