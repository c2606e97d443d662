import type { ReactNode } from "react";
import styles from "./skeletons.module.css";

interface SkeletonProps {
  /** The name of the loading content: "detections". */
  label: string;
}

/** Placeholders for content that is loading. */
export const Skeletons = {
  Rows({ count = 8, label }: SkeletonProps & { count?: number }) {
    return (
      <Loading label={label}>
        <span className={styles.rows}>
          {Array.from({ length: count }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and static.
            <span key={row} className={styles.row} style={{ width: `${96 - ((row * 13) % 31)}%` }} />
          ))}
        </span>
      </Loading>
    );
  },

  Card({ height, label }: SkeletonProps & { height: number | string }) {
    return (
      <Loading label={label}>
        <span className={styles.block} style={{ height }} />
      </Loading>
    );
  },
};

function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Delayed>
      <div role="status">
        <span className="visually-hidden">Loading {label}</span>
        <span className={styles.shapes} aria-hidden="true">
          {children}
        </span>
      </div>
    </Delayed>
  );
}

/** Shows its children after 300 ms, so that fast responses cause no flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  return <div className={styles.delayed}>{children}</div>;
}
