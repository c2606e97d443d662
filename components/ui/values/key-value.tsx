import type { ReactNode } from "react";
import styles from "./values.module.css";

/** Labels and values as a definition list. Empty values are shown as a dash. */
export function KeyValue({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value === null || value === undefined || value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
