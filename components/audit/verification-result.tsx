import { Alert } from "@mantine/core";
import { IconCircleCheck, IconShieldX } from "@tabler/icons-react";
import { Link } from "@/components/app/link";
import { Hash } from "@/components/values/hash";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { ChainVerification } from "@/lib/audit-chain/schemas-verification";
import { countedText, countText, durationText, wordsOf } from "@/lib/client/format";
import styles from "./audit.module.css";

const verdictNames: Record<keyof ChainVerification["verdicts"], string> = {
  content: "Content",
  linkage: "Links",
  completeness: "Completeness",
  checkpoints: "Checkpoints",
  anchor: "Kept receipt",
  records: "Governed records",
};

/** What a verification found, each question by itself. */
export function VerificationResult({ result }: { result: ChainVerification }) {
  const isIntact = result.status === "ok";
  const Icon = isIntact ? IconCircleCheck : IconShieldX;
  return (
    <>
      <Alert
        color={isIntact ? "green" : "red"}
        mb="md"
        icon={<Icon size={20} aria-hidden="true" />}
        title={isIntact ? "The chain is intact" : "The chain is broken"}
      >
        {countedText(result.eventsVerified, "event")} verified, #{countText(result.from)} to #{countText(result.to)}, in{" "}
        {durationText(result.durationMs)}.{" "}
        {result.erased > 0 &&
          `Of ${countText(result.erased)} the content was erased on legal request, as the chain says. `}
        {result.recordsUnsealed > 0 &&
          `${countedText(result.recordsUnsealed, "governed record")} not sealed yet: their state is not on the chain. `}
        <Time value={result.verifiedAt} />.
      </Alert>
      <section className={styles.section} aria-labelledby="verdicts">
        <h2 id="verdicts">Verdicts</h2>
        <KeyValue
          rows={[
            ...Object.entries(verdictNames).map(
              ([name, label]) =>
                [
                  label,
                  <StatusBadge
                    key={name}
                    kind="verification"
                    value={result.verdicts[name as keyof typeof verdictNames]}
                  />,
                ] as const,
            ),
            ["Head", <Hash key="head" value={result.headHash} label="head hash" />] as const,
          ]}
        />
      </section>
      {result.findingsTotal > 0 && <Findings result={result} />}
    </>
  );
}

function Findings({ result: { findings, findingsTotal } }: { result: ChainVerification }) {
  return (
    <section className={styles.section} aria-labelledby="findings">
      <h2 id="findings">{countedText(findingsTotal, "finding")}</h2>
      <ul className={styles.findings}>
        {findings.map(({ chainPosition, eventId, code, expected, actual, table, recordId }) => (
          <li key={`${chainPosition} ${code} ${eventId} ${table} ${recordId}`}>
            {eventId ? <Link href={`/audit/${eventId}`}>#{chainPosition}</Link> : `#${chainPosition}`} {wordsOf(code)}
            {table !== undefined && `: ${recordId} (${wordsOf(table)})`}
            {(expected ?? actual) !== null && (
              <span>
                expected <Hash value={expected} /> found <Hash value={actual} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
