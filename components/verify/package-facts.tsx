import { CopyButton } from "./copy-button";
import { bytesText, periodText, timeText } from "./format";
import styles from "./panel.module.css";
import type { Run } from "./state";

interface Line {
  name: string;
  value: string | number | null | undefined;
  isHash?: boolean;
}

/** What the package is, and who says so. While a check runs, what is not known yet keeps its place. */
export function PackageFacts({ run }: { run: Run }) {
  const isRunning = run.phase === "running";
  const isConfirmed = run.verdict?.kind === "authentic" || run.verdict?.kind === "damaged";
  const title = isConfirmed ? "What the package says" : "What the file says of itself, which is not confirmed";
  return (
    <>
      {(isRunning || run.contents) && (
        <Lines title={isRunning ? "What the file says" : title} lines={statedLines(run)} />
      )}
      {(isRunning || run.record) && <Lines title="On record at the service" lines={recordLines(run)} />}
      <Lines title="This check" lines={checkedLines(run)} />
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
