import type { ReactNode } from "react";
import styles from "./values.module.css";

export type KeyValueRow = readonly [label: string, value: ReactNode];

interface KeyValueProps {
  rows: readonly KeyValueRow[];
  /** Without lines, for cards. */
  compact?: boolean;
}

/** Labels and values as a definition list. Empty values are shown as a dash. */
export function KeyValue({ rows, compact = false }: KeyValueProps) {
  return (
    <dl className={styles.list} data-compact={compact || undefined}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{breakable(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value in running text whose meaning depends on its label: "Expires 3 Dec 2026". */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      <span className="quiet">{label}</span> {children}
    </span>
  );
}

/** URLs and hosts break after a dot or slash, e-mail addresses after the @. */
export function breakable(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "string") return value;
  const parts = value.split(value.includes("@") ? /(?<=@)/ : /(?<=\/)(?!\/)|(?<=\w\.)(?=[a-z])/i);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identifier and keep their order
  return parts.flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));
}
