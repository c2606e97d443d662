"use client";

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
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
        {outcome === "failed" && "Couldn't copy to the clipboard"}
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
