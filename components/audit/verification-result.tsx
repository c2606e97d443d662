import { Alert } from "@mantine/core";
import { IconCircleCheck, IconShieldQuestion, IconShieldX } from "@tabler/icons-react";
import { Link } from "@/components/app/link";
import { Section } from "@/components/detail/section";
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
  schema: "Database schema",
};

const outcomes = {
  ok: { color: "green", title: "The chain is intact", Icon: IconCircleCheck },
  failed: { color: "red", title: "Verification failed", Icon: IconShieldX },
  not_verified: { color: "yellow", title: "The chain could not be fully verified", Icon: IconShieldQuestion },
} as const;

/** A chain without events, or without any behind its last checkpoint: that says nothing about the chain as a whole. */
function nothingToVerify({ to }: ChainVerification) {
  const title = to > 0 ? "No events since the last checkpoint" : "The chain has no events";
  return { color: "gray", title, Icon: IconCircleCheck };
}

/** What a verification found, each question by itself. */
export function VerificationResult({ result }: { result: ChainVerification }) {
  const isEmpty = result.status === "ok" && result.eventsVerified === 0;
  const { color, title, Icon } = isEmpty ? nothingToVerify(result) : outcomes[result.status];
  return (
    <>
      <Alert color={color} mb="md" icon={<Icon size={20} aria-hidden="true" />} title={title}>
        {isEmpty ? (
          result.to > 0 && `The last checkpoint and the event at #${countText(result.to)} were verified. `
        ) : (
          <>
            {countedText(result.eventsVerified, "event")} verified, #{countText(result.from)} to #{countText(result.to)}
            , in {durationText(result.durationMs)}.{" "}
          </>
        )}
        {result.erased > 0 &&
          `Of ${countText(result.erased)} the content was erased on legal request, as the chain says. `}
        {result.recordsUnsealed > 0 &&
          `${countedText(result.recordsUnsealed, "governed record")} not sealed yet: their state is not on the chain. `}
        <Time value={result.verifiedAt} />.
      </Alert>
      <Section title="Verdicts" panel>
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
      </Section>
      {result.findingsTotal > 0 && <Findings result={result} />}
    </>
  );
}

/** A hash is shortened; a definition of the database, a position or a reason is shown whole. */
function Found({ value }: { value: string | null }) {
  return value === null || value.startsWith("sha256:") ? <Hash value={value} /> : <code>{value}</code>;
}

function Findings({ result: { findings, findingsTotal } }: { result: ChainVerification }) {
  return (
    <Section title={countedText(findingsTotal, "finding")} panel>
      <ul className={styles.findings}>
        {findings.map(({ chainPosition, eventId, code, expected, actual, table, recordId }) => (
          <li key={`${chainPosition} ${code} ${eventId} ${expected} ${actual} ${table} ${recordId}`}>
            {eventId ? <Link href={`/audit/${eventId}`}>#{chainPosition}</Link> : `#${chainPosition}`} {wordsOf(code)}
            {table !== undefined && `: ${recordId} (${wordsOf(table)})`}
            {(expected ?? actual) !== null && (
              <span>
                expected <Found value={expected} /> found <Found value={actual} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
