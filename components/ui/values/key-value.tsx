import type { ReactNode } from "react";
import styles from "./values.module.css";

/** Labels and values as a definition list. Empty values are shown as a dash. */
export function KeyValue({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Long addresses break after a separator. */
function shown(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "string" || !/[@/]/.test(value)) return value;
  const parts = value.split(/(?<=[@./])/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identifier and keep their order
  return parts.flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));
}
