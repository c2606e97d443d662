"use client";

import { CopyButton } from "./copy-button";
import { Hint } from "./hint";
import styles from "./values.module.css";

interface IdProps {
  value: string;
  /** Shows all of it; in tables the beginning and the end tell enough. */
  full?: boolean;
}

/** An identifier, with a button to copy all of it. */
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
      <CopyButton value={value} label="id" />
    </span>
  );
}

/** `evt_…t3v5wx`: ids of one kind differ at their end. */
function shortId(id: string): string {
  return id.length <= 16 ? id : id.replace(/^([a-z]+_)?.*(.{6})$/s, "$1…$2");
}
