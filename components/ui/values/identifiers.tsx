"use client";
import { CopyButton } from "@/components/ui/values/copy";
import { shortHash } from "@/lib/platform/client/format";
import { Hint } from "./time";
import styles from "./values.module.css";

interface HashProps {
  value: string | null | undefined;
  /** The name for the copy button: "block hash". */
  label?: string;
  /** Shows all of it. */
  full?: boolean;
}

/** A shortened hash with the full value in a hint and a copy button. */
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

interface IdProps {
  value: string;
  /** Shows all of it; in tables the beginning and the end tell enough. */
  full?: boolean;
}

/** An ID with a copy button. */
export function Id({ value, full = true }: IdProps) {
  return (
    <span className={styles.withCopy} data-full={full || undefined}>
      {full ? (
        <code className={styles.mono}>{value}</code>
      ) : (
        <Hint text={value}>
          <code className={styles.mono}>{shortId(value)}</code>
        </Hint>
      )}
      <CopyButton value={value} label="ID" />
    </span>
  );
}

/** `evt_…t3v5wx`: IDs differ at their end. */
function shortId(id: string): string {
  return id.length <= 16 ? id : id.replace(/^([a-z]+_)?.*(.{6})$/s, "$1…$2");
}
