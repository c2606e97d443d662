"use client";

import { shortHash } from "@/lib/client/format";
import { CopyButton } from "./copy-button";
import { Hint } from "./hint";
import styles from "./values.module.css";

interface HashProps {
  value: string | null | undefined;
  /** What the hash is of, for the copy button: "block hash". */
  label?: string;
  /** Shows all of it. */
  full?: boolean;
}

/** A hash, short, with all of it on hover and focus, and to copy. */
export function Hash({ value, label = "hash", full = false }: HashProps) {
  if (value === null || value === undefined) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.withCopy} data-full={full || undefined}>
      {full ? (
        <code className={styles.mono}>{value}</code>
      ) : (
        <Hint text={value}>
          <code className={styles.mono}>{shortHash(value)}</code>
        </Hint>
      )}
      <CopyButton value={value} label={label} />
    </span>
  );
}
