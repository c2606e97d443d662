"use client";

import { useEffect, useRef } from "react";
import { PackageFacts } from "./package-facts";
import styles from "./panel.module.css";
import type { Run } from "./state";
import { briefOf, type Verdict } from "./verdict";

interface VerdictPanelProps {
  run: Run;
  verdict: Verdict;
  onRepeat(): void;
  onClear(): void;
}

/** What all checks say together. It takes the focus, so that whoever listens hears it first. */
export function VerdictPanel({ run, verdict, onRepeat, onClear }: VerdictPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { kind, headline, sentence, failed } = verdict;
  const mayHelpToRepeat = kind === "cannot_be_checked" && run.results.read?.outcome === "passed";
  return (
    <section className={styles.panel} data-verdict={kind} aria-labelledby="verdict">
      <div className={styles.top}>
        <VerdictIcon kind={kind} />
        <div>
          <h2 id="verdict" ref={heading} tabIndex={-1} className={styles.headline}>
            {headline}
          </h2>
          <p className={styles.sentence}>{sentence}</p>
        </div>
      </div>
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label="What failed">
          {failed.map((id) => (
            <li key={id}>
              <a href={`#step-${id}`}>{capitalised(briefOf(run.results, id))}</a>. {run.results[id]?.sentence}
            </li>
          ))}
        </ul>
      )}
      <PackageFacts run={run} />
      <p className={styles.actions}>
        {mayHelpToRepeat && (
          <button type="button" className={styles.button} data-primary onClick={onRepeat}>
            Try again
          </button>
        )}
        <button type="button" className={styles.button} data-primary={!mayHelpToRepeat || undefined} onClick={onClear}>
          Check another file
        </button>
        <button type="button" className={styles.button} onClick={() => print()}>
          Print this result
        </button>
      </p>
    </section>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function VerdictIcon({ kind }: { kind: Verdict["kind"] }) {
  return (
    <svg className={styles.icon} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {icons[kind]}
    </svg>
  );
}

const shield = "M24 3.5 42 10v13.5C42 34 34.5 41.5 24 45 13.5 41.5 6 34 6 23.5V10z";

const icons = {
  authentic: (
    <>
      <path d={shield} className={styles.filled} />
      <path d="m15.5 24.5 6 6 11.5-13" className={styles.mark} />
    </>
  ),
  damaged: (
    <>
      <path d={shield} className={styles.filled} />
      <path d="M24 13v14m0 6.5v.5" className={styles.mark} />
    </>
  ),
  not_authentic: (
    <>
      <path d="M15.5 4h17L44 15.5v17L32.5 44h-17L4 32.5v-17z" className={styles.filled} />
      <path d="m16.5 16.5 15 15m0-15-15 15" className={styles.mark} />
    </>
  ),
  cannot_be_checked: (
    <>
      <path d="M24 3.5 44.5 24 24 44.5 3.5 24z" className={styles.filled} />
      <path d="M24 14v13m0 6v.5" className={styles.mark} />
    </>
  ),
} satisfies Record<Verdict["kind"], React.ReactNode>;
