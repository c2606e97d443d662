"use client";

import { CopyButton } from "@/components/ui/values/copy";
import { shortHash } from "@/lib/platform/client/format";
import { Hint } from "./time";
import styles from "./values.module.css";

interface HashProps {
  value: string | null | undefined;
  /** The name for the copy button: "block hash". */
  label?: string;
}

/** A shortened hash with the full value in a hint, and a copy button. */
export function Hash({ value, label = "hash" }: HashProps) {
  if (value === null || value === undefined) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.withCopy}>
      <Hint text={value}>
        <code className={styles.short}>{shortHash(value)}</code>
      </Hint>
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** An ID with a copy button. */
export function Id({ value }: { value: string }) {
  return (
    <span className={styles.withCopy}>
      <code className={styles.short} title={value}>
        {value}
      </code>
      <CopyButton value={value} label="ID" />
    </span>
  );
}
