"use client";

import { Button, Group, Progress } from "@mantine/core";
import {
  IconHelpOctagonFilled,
  IconHexagonLetterXFilled,
  IconShieldCheckFilled,
  IconShieldHalfFilled,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { coverageHeadline } from "@/lib/domains/evidence/schemas-coverage";
import { bytesText, capitalised, signerName, timeText } from "@/lib/platform/client/format";
import { type Run, stepsOf } from "./state";
import { panels as texts } from "./texts";
import { briefOf, type Verdict } from "./verdict";
import styles from "./verification.module.css";

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

  const { share, sentence } = progressOf(run);
  return (
    <section className={styles.panel} data-verdict="running" aria-labelledby="running">
      <h2 id="running" ref={heading} tabIndex={-1} className={styles.headline}>
        {texts.verifyingNamed(run.file.name)}
      </h2>
      <p className={styles.sentence}>{sentence}</p>
      <Progress mt="md" size="md" value={share * 100} aria-label={texts.verificationProgress} />
      <Group mt="lg" className="no-print">
        <Button variant="default" size="md" onClick={onCancel}>
          {terms.cancel}
        </Button>
        <span className="quiet">{texts.orPressEscape}</span>
      </Group>
      <PackageFacts run={run} />
    </section>
  );
}

function progressOf(run: Run): { share: number; sentence: string } {
  const { ofPackage, ofEvidence } = stepsOf(run);
  const ids = [...ofPackage, ...ofEvidence];
  const finished = ids.filter((id) => run.results[id]).length;
  const { file, bytesRead, events } = run;
  if (!run.results.read) {
    const share = file.size > 0 ? bytesRead / file.size / ids.length : 0;
    return { share, sentence: texts.bytesRead(bytesRead, file.size) };
  }
  if (events && !run.results.form) {
    const share = (finished + ((ids.length - finished) * events.done) / events.total) / ids.length;
    return { share, sentence: texts.eventsChecked(events.done, events.total) };
  }
  return { share: finished / ids.length, sentence: texts.checksCompleted(finished, ids.length) };
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
  const Icon = icons[kind];
  return (
    <section className={styles.panel} data-verdict={kind} aria-labelledby="verdict">
      <div className={styles.top}>
        <Icon className={styles.icon} size={48} aria-hidden="true" />
        <div>
          <h2 id="verdict" ref={heading} tabIndex={-1} className={styles.headline}>
            {headline}
          </h2>
          <p className={styles.sentence}>{sentence}</p>
        </div>
      </div>
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label={texts.failedChecks}>
          {failed.map((id) => (
            <li key={id}>
              <a href={`#step-${id}`}>{capitalised(briefOf(run.results, id))}</a>. {run.results[id]?.sentence}
            </li>
          ))}
        </ul>
      )}
      <PackageFacts run={run} />
      <Group mt="lg" className="no-print">
        {canRetry && (
          <Button size="md" onClick={onRepeat}>
            {texts.tryAgain}
          </Button>
        )}
        <Button size="md" variant={canRetry ? "default" : "filled"} onClick={onClear}>
          {texts.verifyAnotherFile}
        </Button>
        <Button size="md" variant="default" onClick={() => print()}>
          {texts.printResult}
        </Button>
      </Group>
    </section>
  );
}

/** Each verdict has its own shape, so that it does not depend on colour. */
const icons = {
  authentic: IconShieldCheckFilled,
  content_intact: IconShieldCheckFilled,
  damaged: IconShieldHalfFilled,
  unknown_signer: IconHelpOctagonFilled,
  outdated: IconHelpOctagonFilled,
  not_authentic: IconHexagonLetterXFilled,
  cannot_be_checked: IconHelpOctagonFilled,
} satisfies Record<Verdict["kind"], unknown>;

type Fact = [name: string, value: string | null | undefined];

/** Package details by source. Placeholders avoid layout shifts while a check runs. */
function PackageFacts({ run }: { run: Run }) {
  const { file, doneAt, sha256, contents, record } = run;
  const isRunning = run.phase === "running";
  const isConfirmed = ["authentic", "content_intact", "damaged"].includes(run.verdict?.kind ?? "");
  const title = isRunning ? texts.fileContents : texts.fileContentsNotVerified;
  const checked: Fact[] = [
    [terms.file, file.name],
    [terms.size, bytesText(file.size)],
    [terms.time, doneAt && utcText(doneAt)],
  ];
  return (
    <>
      {(isRunning || contents) && (
        <Facts title={isConfirmed ? texts.packageContents : title} facts={statedFacts(run)} />
      )}
      {(isRunning || record) && <Facts title={texts.recordFromTheService} facts={recordFacts(run)} />}
      <Facts title={texts.thisVerification} facts={checked} sha256={isRunning ? (sha256 ?? "") : sha256} />
    </>
  );
}

const unknown = "…";

function Facts({ title, facts, sha256 = null }: { title: string; facts: Fact[]; sha256?: string | null }) {
  return (
    <>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? unknown}</dd>
          </div>
        ))}
        {sha256 !== null && (
          <div data-wide>
            <dt>{texts.sha256}</dt>
            <dd>
              {sha256 ? (
                <>
                  <code>{sha256}</code> <CopyButton value={sha256} label={texts.sha256} withText />
                </>
              ) : (
                unknown
              )}
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

function statedFacts({ contents }: Run): Fact[] {
  const { package: about, framework, counts, coverage, summary } = contents ?? {};
  const late = summary?.recordedLate;
  const days = about && [about.dateRange.from, about.dateRange.to].map((time) => timeText(time, "day", "UTC"));
  const withheld = counts && counts.withheld > 0 ? texts.withheld(counts.withheld) : "";
  return [
    [terms.organisation, about?.organisation.name],
    [terms.model, about && [about.model.name, about.model.version].filter(Boolean).join(" ")],
    [terms.framework, framework?.name],
    [terms.period, days?.join(" to ")],
    [terms.events, counts && texts.listed(counts.listed, withheld)],
    ...(late ? [[texts.recordedLate, texts.recordedLateEvents(late)] as Fact] : []),
    [terms.coverage, coverage && `${coverageHeadline(coverage)} ${coverage.countedAs}`],
  ];
}

function recordFacts({ record }: Run): Fact[] {
  return [
    ...((record?.reportId
      ? [[texts.report, record.reportId]]
      : [
          [texts.package, record?.packageId],
          [terms.framework, record?.framework],
        ]) as Fact[]),
    [terms.format, record?.format],
    [terms.generated, record && utcText(record.generatedAt)],
    [texts.signedBy, record && signerName(record)],
    [terms.key, record?.keyId],
  ];
}

function utcText(time: string): string {
  return texts.timeUtc(time);
}
