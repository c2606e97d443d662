"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "./copy-button";
import styles from "./panel.module.css";
import { type Run, stepsOf } from "./state";
import { briefOf, type Verdict } from "./verdict";

/** Progress of the running check. Takes the focus. */
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
        Verifying {run.file.name}
      </h2>
      <p className={styles.sentence}>{sentence}</p>
      <progress className={styles.progress} value={done} max={total} aria-label="Verification progress" />
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

function progressOf(run: Run): { done: number; total: number; sentence: string } {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const ids = [...ofPackage, ...ofEvidence];
  const finished = ids.filter((id) => run.results[id]).length;
  const { file, bytesRead, events } = run;
  if (!run.results.read) {
    const sentence = `${bytesText(bytesRead)} of ${bytesText(file.size)} read`;
    return { done: file.size > 0 ? bytesRead / file.size : 0, total: ids.length, sentence };
  }
  if (events && !run.results.form) {
    const sentence = `${events.done.toLocaleString("en-GB")} of ${events.total.toLocaleString("en-GB")} events checked`;
    const remaining = ids.length - finished;
    return { done: finished + (remaining * events.done) / events.total, total: ids.length, sentence };
  }
  return { done: finished, total: ids.length, sentence: `${finished} of ${ids.length} checks completed` };
}

interface VerdictPanelProps {
  run: Run;
  verdict: Verdict;
  onRepeat(): void;
  onClear(): void;
}

/** The overall result. Takes the focus, so that screen readers announce it first. */
export function VerdictPanel({ run, verdict, onRepeat, onClear }: VerdictPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { kind, headline, sentence, failed } = verdict;
  const canRetry = kind === "cannot_be_checked" && run.results.read?.outcome === "passed";
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
        <ul className={styles.failed} aria-label="Failed checks">
          {failed.map((id) => (
            <li key={id}>
              <a href={`#step-${id}`}>{capitalised(briefOf(run.results, id))}</a>. {run.results[id]?.sentence}
            </li>
          ))}
        </ul>
      )}
      <PackageFacts run={run} />
      <p className={styles.actions}>
        {canRetry && (
          <button type="button" className={styles.button} data-primary onClick={onRepeat}>
            Try again
          </button>
        )}
        <button type="button" className={styles.button} data-primary={!canRetry || undefined} onClick={onClear}>
          Verify another file
        </button>
        <button type="button" className={styles.button} onClick={() => print()}>
          Print result
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

interface Line {
  name: string;
  value: string | number | null | undefined;
  isHash?: boolean;
}

/** Package details by source. Placeholders avoid layout shifts while a check runs. */
export function PackageFacts({ run }: { run: Run }) {
  const isRunning = run.phase === "running";
  const isConfirmed = run.verdict?.kind === "authentic" || run.verdict?.kind === "damaged";
  const title = isConfirmed ? "Package contents" : "File contents (not verified)";
  return (
    <>
      {(isRunning || run.contents) && <Lines title={isRunning ? "File contents" : title} lines={statedLines(run)} />}
      {(isRunning || run.record) && <Lines title="Service record" lines={recordLines(run)} />}
      <Lines title="This verification" lines={checkedLines(run)} />
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <>
      <h3 className={styles.factsTitle}>{title}</h3>
      <dl className={styles.facts}>
        {lines.map(({ name, value, isHash }) => (
          <div key={name} className={isHash ? styles.wide : undefined}>
            <dt>{name}</dt>
            <dd>{isHash && value ? <Hash value={String(value)} name={name} /> : (value ?? unknown)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Hash({ value, name }: { value: string; name: string }) {
  return (
    <span className={styles.hash}>
      <code>{value}</code> <CopyButton text={value} what={name} />
    </span>
  );
}

const unknown = "…";

function statedLines({ contents }: Run): Line[] {
  const { package: about, framework, counts, coverage } = contents ?? {};
  return [
    { name: "Organisation", value: about?.organisation.name },
    { name: "Model", value: about && [about.model.name, about.model.version].filter(Boolean).join(" ") },
    { name: "Framework", value: framework?.name },
    { name: "Period", value: about && periodText(about.dateRange) },
    { name: "Events", value: counts && eventsText(counts) },
    {
      name: "Coverage",
      value: coverage && `${coverage.byStatus.EVIDENCED ?? 0} of ${coverage.total} ${coverage.countedAs} evidenced`,
    },
  ];
}

function eventsText({ listed, withheld }: { listed: number; withheld: number }): string {
  const text = `${listed.toLocaleString("en-GB")} listed`;
  return withheld > 0 ? `${text}, ${withheld.toLocaleString("en-GB")} withheld` : text;
}

function recordLines({ record }: Run): Line[] {
  return [
    { name: "Package", value: record?.packageId },
    { name: "Framework", value: record?.framework },
    { name: "Format", value: record?.format },
    { name: "Generated", value: record && timeText(record.generatedAt) },
    { name: "Signed by", value: record?.signedBy },
    { name: "Key", value: record?.keyId },
  ];
}

function checkedLines({ file, doneAt, sha256, phase }: Run): Line[] {
  return [
    { name: "File", value: file.name },
    { name: "Size", value: bytesText(file.size) },
    { name: "Time", value: doneAt && timeText(doneAt) },
    ...(sha256 || phase === "running" ? [{ name: "SHA-256", value: sha256, isHash: true }] : []),
  ];
}

/** `1.4 MB`, in powers of ten. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[unit]}`;
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `15 Jan 2026, 10:00:18 UTC`, or the input if it is not a time. */
export function timeText(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : `${timeFormat.format(date)} UTC`;
}

/** `1 Oct 2025 to 31 Dec 2025`. */
export function periodText({ from, to }: { from: string; to: string }): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return `${from} to ${to}`;
  return `${dayFormat.format(first)} to ${dayFormat.format(last)}`;
}
