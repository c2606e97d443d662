import { EmptyState } from "@/components/feedback/empty-state";
import { Duration } from "@/components/values/figures";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { DeliveryDetail } from "@/lib/webhooks/schemas-deliveries";
import { attemptErrorWord } from "./delivery-words";
import styles from "./webhooks.module.css";

type Attempt = DeliveryDetail["attemptLog"][number];

/** What was tried, newest first: what was sent, and what came back. */
export function AttemptLog({ delivery }: { delivery: DeliveryDetail }) {
  const attempts = [...delivery.attemptLog].reverse();
  return (
    <section className={styles.section} aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {attempts.length === 0 && <EmptyState title="No attempt yet" text="The first follows within seconds." />}
      {attempts.map((attempt, index) => (
        <details key={attempt.number} className={styles.attempt} open={index === 0}>
          <summary>
            <span className={styles.number}>{attempt.number}</span>
            {attempt.outcome === null ? (
              <span className={styles.quiet}>Running</span>
            ) : (
              <StatusBadge kind="delivery" value={attempt.outcome} />
            )}
            <span className={styles.answer}>{answerText(attempt)}</span>
            <Duration ms={attempt.durationMs} />
            <Time value={attempt.startedAt} format="full" focusable={false} />
          </summary>
          <AttemptView attempt={attempt} />
        </details>
      ))}
    </section>
  );
}

/** The status, and why it is none that is success. */
function answerText({ statusCode, error }: Attempt): string {
  const status = statusCode === null ? "" : `HTTP ${statusCode}`;
  return [status, error === null ? "" : attemptErrorWord(error)].filter((part) => part !== "").join(" · ");
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const { number, requestHeaders, responseHeaders, responseBody, responseIsCut } = attempt;
  return (
    <div className={styles.exchange}>
      <h3>Request headers</h3>
      <Headers lines={requestHeaders} none="Not recorded." />
      <h3>Response headers</h3>
      <Headers lines={responseHeaders} none="No answer came." />
      <h3>Response body{responseIsCut && ", its first 16 KiB"}</h3>
      {responseBody === null || responseBody === "" ? (
        <p className={styles.quiet}>{responseBody === null ? "No answer came." : "It was empty."}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard.
        <section className={styles.body} tabIndex={0} aria-label={`Response body of attempt ${number}`}>
          <pre>{responseBody}</pre>
        </section>
      )}
    </div>
  );
}

function Headers({ lines, none }: { lines: Record<string, string> | null; none: string }) {
  const rows = Object.entries(lines ?? {}).map(([name, value]) => [name, <code key={name}>{value}</code>] as const);
  return rows.length > 0 ? <KeyValue rows={rows} /> : <p className={styles.quiet}>{none}</p>;
}
