import {
  type Fact,
  failureText,
  type StepId,
  type StepResult,
} from "@/components/features/verification/checking/protocol";
import { CopyButton } from "./copy-button";
import { type Run, type StepState, stateOf, stepsOf } from "./state";
import { steps } from "./steps";
import styles from "./steps.module.css";

/** Lists all steps from the start, so that the layout does not shift. */
export function StepList({ run }: { run: Run | null }) {
  const { ofPackage, ofEvidence } = stepsOf(run);
  return (
    <section aria-labelledby="steps" className={styles.steps}>
      <h2 id="steps">{"Checks"}</h2>
      <h3>File</h3>
      <Group run={run} ids={ofPackage} />
      {ofEvidence.length > 0 && (
        <>
          <h3>Evidence</h3>
          <Group run={run} ids={ofEvidence} />
        </>
      )}
      {run?.kind === "pdf" && <PdfNote />}
    </section>
  );
}

function Group({ run, ids }: { run: Run | null; ids: StepId[] }) {
  return (
    <ol className={styles.list}>
      {ids.map((id) => (
        <StepItem key={id} id={id} state={stateOf(run, id)} result={run?.results[id]} isLive={run !== null} />
      ))}
    </ol>
  );
}

function PdfNote() {
  return (
    <p className={styles.note}>
      This page does not check the signature embedded in the PDF (PAdES). Check it in a PDF viewer or with{" "}
      <code>pdfsig</code>. A viewer may report an unknown signer if the certificate was not issued by a public
      authority; in that case, compare its key with the key above. You can also save the attached{" "}
      <code>evidence.json</code> from the viewer or with <code>pdfdetach</code>, and verify it here.
    </p>
  );
}

const stateLabels: Readonly<Record<StepState, string>> = {
  pending: "Waiting",
  running: "Checking",
  passed: "Passed",
  failed: "Failed",
  not_checked: "Not checked",
};

interface StepItemProps {
  id: StepId;
  state: StepState;
  result: StepResult | undefined;
  /** Whether a file was given. Otherwise the step only describes itself. */
  isLive: boolean;
}

export function StepItem({ id, state, result, isLive }: StepItemProps) {
  const { title, about } = steps[id];
  return (
    <li className={styles.step} data-step={id} data-state={state} id={`step-${id}`}>
      <details>
        <summary className={styles.summary}>
          <StateIcon state={state} />
          <span className={styles.text}>
            <span className={styles.title}>{title}</span>
            {isLive && (
              <>
                <span className="visually-hidden">: </span>
                <span className={styles.state}>{stateLabels[state]}</span>
              </>
            )}
            {result && <span className={styles.sentence}>{result.sentence}</span>}
          </span>
          <svg className={styles.chevron} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="m5 3 5 5-5 5" />
          </svg>
        </summary>
        <div className={styles.more}>
          {result && <Failures result={result} />}
          {result?.facts && <Facts facts={result.facts} />}
          <p>{about}</p>
        </div>
      </details>
    </li>
  );
}

function Failures({ result: { failures = [], failuresTotal = 0 } }: { result: StepResult }) {
  // A single failure is already shown as the sentence.
  if (failuresTotal < 2) return null;
  return (
    <>
      <ul className={styles.failures}>
        {failures.map((failure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one event may fail twice in the same way, and the list never changes
          <li key={index}>{failureText(failure)}</li>
        ))}
      </ul>
      {failuresTotal > failures.length && <p>And {(failuresTotal - failures.length).toLocaleString("en-GB")} more.</p>}
    </>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code> {!value.includes(" ") && <CopyButton text={value} what={name} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Each state has its own shape, so that it does not depend on colour. */
export function StateIcon({ state }: { state: StepState }) {
  return (
    <svg className={styles.icon} data-state={state} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[state]}
    </svg>
  );
}

const shapes = {
  pending: <circle cx="12" cy="12" r="9" className={styles.outline} />,
  running: (
    <>
      <circle cx="12" cy="12" r="9" className={styles.track} />
      <path d="M12 3a9 9 0 0 1 9 9" className={styles.outline} />
    </>
  ),
  passed: (
    <>
      <circle cx="12" cy="12" r="10" className={styles.filled} />
      <path d="m7.5 12.3 3 3 6-6.4" className={styles.mark} />
    </>
  ),
  failed: (
    <>
      <path d="M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9z" className={styles.filled} />
      <path d="m8.5 8.5 7 7m0-7-7 7" className={styles.mark} />
    </>
  ),
  not_checked: (
    <>
      <path d="M12 1.8 22.2 12 12 22.2 1.8 12z" className={styles.hollow} />
      <path d="M8.5 12h7" className={styles.dash} />
    </>
  ),
} satisfies Record<StepState, React.ReactNode>;
