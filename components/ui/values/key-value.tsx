import type { ReactNode } from "react";
import styles from "./values.module.css";

interface KeyValueProps {
  rows: readonly (readonly [label: string, value: ReactNode])[];
  /** Labels above their values rather than beside them. */
  stacked?: boolean;
}

/** What is known of a thing, as a definition list. */
export function KeyValue({ rows, stacked = false }: KeyValueProps) {
  return (
    <dl className={styles.list} data-stacked={stacked || undefined}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value === null || value === undefined || value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
