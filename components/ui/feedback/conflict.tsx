"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { KeyValue } from "@/components/ui/values/key-value";
import styles from "./banners.module.css";

interface ConflictProps {
  /** What you were about to write. */
  mine: readonly [label: string, value: ReactNode][];
  /** What somebody else wrote in the meantime. */
  theirs: readonly [label: string, value: ReactNode][];
  /** Reads what is there now; what you wrote stays in the form. */
  onReload: () => void;
  /** Writes yours over theirs, where that is allowed. */
  onOverwrite?: () => void;
}

/** Somebody else changed it first: both versions side by side, and nothing lost. */
export function Conflict({ mine, theirs, onReload, onOverwrite }: ConflictProps) {
  return (
    <section className={styles.conflict} role="alert" aria-label="Someone else changed this">
      <p className={styles.conflictTitle}>Someone else changed this while you were editing.</p>
      <div className={styles.sides}>
        <div>
          <p className={styles.side}>Latest version</p>
          <KeyValue rows={theirs} />
        </div>
        <div>
          <p className={styles.side}>Your changes</p>
          <KeyValue rows={mine} />
        </div>
      </div>
      <div className={styles.actions}>
        <Button size="xs" onClick={onReload}>
          Load latest version
        </Button>
        {onOverwrite && (
          <Button size="xs" variant="default" onClick={onOverwrite}>
            Overwrite with my changes
          </Button>
        )}
      </div>
    </section>
  );
}
