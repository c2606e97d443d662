"use client";

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { shortHash } from "@/lib/client/format";
import { Hint } from "./time";
import styles from "./values.module.css";

interface CopyButtonProps {
  value: string;
  /** What is copied, as the button's name says it: "Copy hash". */
  label: string;
}

type Outcome = "copied" | "failed";

/** Copies a text, and says so. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // The clock: after a moment the button is as it was.
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={`Copy ${label}`}
      title={`Copy ${label}`}
      onClick={async (event) => {
        event.stopPropagation();
        setOutcome((await copyText(value)) ? "copied" : "failed");
      }}
    >
      {outcome === "copied" ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
      <span className="visually-hidden" role="status">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "Copying is not allowed here"}
      </span>
    </button>
  );
}

/** Puts a text on the clipboard. False where the browser does not allow it, as over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

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
