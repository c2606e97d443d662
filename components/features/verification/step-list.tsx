import {
  IconChevronRight,
  IconCircleCheckFilled,
  IconHexagonLetterXFilled,
  IconLoader2,
  IconPointFilled,
  IconSquareRotatedForbid2,
} from "@tabler/icons-react";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { failureText, type StepId, type StepResult } from "./checking/protocol";
import { type Run, type StepState, stateOf, stepsOf } from "./state";
import { steps } from "./steps";
import { stepList as texts } from "./texts";
import styles from "./verification.module.css";

/** Lists all steps once a check starts, so that the layout does not shift while results arrive. */
export function StepList({ run }: { run: Run | null }) {
  if (run === null) return <UpcomingChecks />;
  return (
    <section aria-labelledby="steps" className={styles.steps}>
      <h2 id="steps">{texts.checks}</h2>
      {groupsOf(run).map(
        ([title, ids]) =>
          ids.length > 0 && (
            <div key={title}>
              <h3>{title}</h3>
              <ol className="plain-list card">
                {ids.map((id) => (
                  <StepItem key={id} id={id} state={stateOf(run, id)} result={run.results[id]} />
                ))}
              </ol>
            </div>
          ),
      )}
      {(run.kind === "pdf" || run.kind === "report") && (
        <p className="quiet">
          PDF viewers and <code>pdfsig</code> also check the signature embedded in the PDF. A viewer may report an
          unknown signer if the certificate was not issued by a public authority. In that case, compare the
          certificate's key with the key above. You can also save the attached <code>evidence.json</code> from the
          viewer or with <code>pdfdetach</code>, and verify it here.
        </p>
      )}
    </section>
  );
}

/** The checks without a state, before a file is chosen. */
function UpcomingChecks() {
  return (
    <section aria-labelledby="steps" className={`${styles.steps} no-print`}>
      <details className={styles.collapsed}>
        <summary>
          <h2 id="steps">{texts.checks}</h2>
        </summary>
        <p className="quiet">{texts.whenChosen}</p>
        {groupsOf(null).map(([title, ids]) => (
          <div key={title}>
            <h3>{title}</h3>
            <dl className={`${styles.upcoming} card`}>
              {ids.map((id) => (
                <div key={id} className={styles.step}>
                  <dt>{steps[id].name}</dt>
                  <dd className="quiet">{steps[id].about}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </details>
    </section>
  );
}

function groupsOf(run: Run | null) {
  const { ofPackage, ofEvidence } = stepsOf(run);
  return [
    [terms.file, ofPackage],
    [terms.evidence, ofEvidence],
  ] as const;
}

/** Each state has its own shape, so that it does not depend on colour. */
const states: Readonly<Record<StepState, { label: string; icon: typeof IconLoader2 }>> = {
  pending: { label: texts.waiting, icon: IconPointFilled },
  running: { label: texts.checking, icon: IconLoader2 },
  passed: { label: texts.passed, icon: IconCircleCheckFilled },
  failed: { label: texts.failed, icon: IconHexagonLetterXFilled },
  not_checked: { label: texts.notChecked, icon: IconSquareRotatedForbid2 },
};

interface StepItemProps {
  id: StepId;
  state: StepState;
  result: StepResult | undefined;
}

function StepItem({ id, state, result }: StepItemProps) {
  const { title, about } = steps[id];
  const { label, icon: Icon } = states[state];
  return (
    <li className={styles.step} data-step={id} data-state={state} id={`step-${id}`}>
      <details>
        <summary>
          <Icon className={styles.icon} aria-hidden="true" />
          <span className={styles.text}>
            <strong>{title}</strong>
            <span className="visually-hidden">: </span>
            <strong className={styles.state}>{label}</strong>
            {result && <span className={styles.sentence}>{result.sentence}</span>}
          </span>
          <IconChevronRight className={styles.chevron} size={16} aria-hidden="true" />
        </summary>
        <div className={styles.more}>
          {result && <Details result={result} />}
          <p>{about}</p>
        </div>
      </details>
    </li>
  );
}

/** The failures and facts of a result. A single failure is already shown as its sentence. */
function Details({ result: { failures = [], failuresTotal = 0, facts } }: { result: StepResult }) {
  const more = failuresTotal - failures.length;
  return (
    <>
      {failuresTotal > 1 && (
        <ul className={styles.failures}>
          {failures.map((failure, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one event may fail twice in the same way, and the list never changes
            <li key={index}>{failureText(failure)}</li>
          ))}
        </ul>
      )}
      {failuresTotal > 1 && more > 0 && <p>{texts.more(more)}</p>}
      {facts && (
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name} data-wide>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code> {!value.includes(" ") && <CopyButton value={value} label={name} withText />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
