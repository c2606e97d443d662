"use client";

import { useEffect, useRef } from "react";
import { bytesText } from "./format";
import { PackageFacts } from "./package-facts";
import styles from "./panel.module.css";
import { type Run, stepsOf } from "./state";

/** What is under way, and the way out of it. It takes the focus from what it replaces. */
export function RunningPanel({ run, onCancel }: { run: Run; onCancel(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    const cancelByEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onCancel();
    };
    addEventListener("keydown", cancelByEscape);
    return () => removeEventListener("keydown", cancelByEscape);
  }, [onCancel]);

  const { done, total, sentence } = progressOf(run);
  return (
    <section className={styles.panel} data-verdict="running" aria-labelledby="running">
      <h2 id="running" ref={heading} tabIndex={-1} className={styles.headline}>
        Checking {run.file.name}
      </h2>
      <p className={styles.sentence}>{sentence}</p>
      <progress className={styles.progress} value={done} max={total} aria-label="Progress of the check" />
      <p className={styles.actions}>
        <button type="button" className={styles.button} onClick={onCancel}>
          Cancel
        </button>
        <span className={styles.quiet}>or press Escape</span>
      </p>
      <PackageFacts run={run} />
    </section>
  );
}

/** Reading the file and reading its events are steps that are done in parts. */
function progressOf(run: Run): { done: number; total: number; sentence: string } {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const ids = [...ofPackage, ...ofEvidence];
  const finished = ids.filter((id) => run.results[id]).length;
  const { file, bytesRead, events } = run;
  if (!run.results.read) {
    const sentence = `${bytesText(bytesRead)} of ${bytesText(file.size)} are read.`;
    return { done: file.size > 0 ? bytesRead / file.size : 0, total: ids.length, sentence };
  }
  if (events && !run.results.form) {
    const sentence = `${events.done.toLocaleString("en-GB")} of ${events.total.toLocaleString("en-GB")} events are checked.`;
    const remaining = ids.length - finished;
    return { done: finished + (remaining * events.done) / events.total, total: ids.length, sentence };
  }
  return { done: finished, total: ids.length, sentence: `${finished} of ${ids.length} checks are done.` };
}
