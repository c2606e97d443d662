import type { Fact, StepId, StepResult } from "./checking/protocol";
import { failureText } from "./checking/step-results";
import { CopyButton } from "./copy-button";
import type { StepState } from "./state";
import { StateIcon } from "./state-icon";
import { steps } from "./steps";
import styles from "./steps.module.css";

const words: Readonly<Record<StepState, string>> = {
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
  /** Whether a file was given: before, a step only says what it would do. */
  isLive: boolean;
}

/** One step: its state as shape, word and colour, what was found, and more for those who open it. */
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
                <span className={styles.hidden}>: </span>
                <span className={styles.state}>{words[state]}</span>
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
  // One failure is the sentence itself.
  if (failuresTotal < 2) return null;
  return (
    <>
      <ul className={styles.failures}>
        {failures.map((failure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one event may fail twice in the same way, and none ever moves
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
