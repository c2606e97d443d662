"use client";

import { Alert, Button, Group } from "@mantine/core";
import { IconCircleCheck, IconShieldQuestion, IconShieldX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { Section } from "@/components/ui/detail/section";
import { ErrorState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May, useSession } from "@/components/ui/page/session";
import { Hash } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type {
  ChainVerification,
  IntegrityFinding,
  IntegrityFindingList,
} from "@/lib/domains/audit-chain/schemas-verification";
import { countedText, countText, durationText, labelOf } from "@/lib/platform/client/format";

const ResolveFindingDialog = dynamic(() =>
  import("./resolve-finding-dialog").then((file) => file.ResolveFindingDialog),
);

/** The integrity findings, and the steps by which two administrators resolve a false one. */
export function IntegrityFindings() {
  const query = useRead<IntegrityFindingList>(keys.findings.list(), "/v1/audit/findings", { query: { limit: 100 } });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.data.length === 0) return null;
  return (
    <Section title="Integrity findings" panel>
      <ul className="plain-list" data-divided data-rows>
        {query.data.data.map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function Finding({ finding }: { finding: IntegrityFinding }) {
  const { chainPosition, eventId, code, detectedAt, status, resolutions } = finding;
  const [latest] = resolutions;
  return (
    <li>
      <StatusBadge kind="finding" value={status} />{" "}
      {eventId?.startsWith("evt_") ? <Link href={`/audit/${eventId}`}>#{chainPosition}</Link> : `#${chainPosition}`}{" "}
      {labelOf(code)}, found <Time value={detectedAt} />
      {latest && (
        <span>
          Resolution requested by {latest.requestedBy} <Time value={latest.requestedAt} />: {latest.reason}
          {latest.decidedBy && latest.decidedAt && (
            <>
              {" "}
              {latest.status === "REJECTED" ? "Rejected" : "Confirmed"} by {latest.decidedBy}{" "}
              <Time value={latest.decidedAt} />.
            </>
          )}
          {latest.reopenedAt && (
            <>
              {" "}
              Found again <Time value={latest.reopenedAt} />.
            </>
          )}
        </span>
      )}
      <May permission="findings:resolve">
        <Steps finding={finding} />
      </May>
    </li>
  );
}

function Steps({ finding: { id, status, resolutions } }: { finding: IntegrityFinding }) {
  const { member } = useSession();
  const [isRequesting, setRequesting] = useState(false);
  const isOwn = resolutions[0]?.requestedBy === member.email;
  const decide = useSend<"confirm" | "reject", IntegrityFinding>({
    send: (step) => api.post(`/v1/audit/findings/${id}/resolution/${step}`),
    invalidates: [keys.findings.all(), keys.overview()],
    success: (_, step) => {
      if (step === "confirm") return "Finding resolved.";
      return isOwn ? "Resolution request withdrawn." : "Resolution request rejected.";
    },
  });
  if (status === "RESOLVED") return null;
  if (status === "OPEN") {
    return (
      <>
        <Button size="compact-xs" variant="default" onClick={() => setRequesting(true)}>
          Request resolution…
        </Button>
        {isRequesting && <ResolveFindingDialog id={id} onClose={() => setRequesting(false)} />}
      </>
    );
  }
  return (
    <Group gap="xs">
      {!isOwn && (
        <Button size="compact-xs" loading={decide.isPending} onClick={() => decide.mutate("confirm")}>
          Confirm resolution
        </Button>
      )}
      <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => decide.mutate("reject")}>
        {isOwn ? "Withdraw request" : "Reject request"}
      </Button>
    </Group>
  );
}

const verdictNames: Record<keyof ChainVerification["verdicts"], string> = {
  content: "Content",
  linkage: "Links",
  completeness: "Completeness",
  checkpoints: "Checkpoints",
  anchor: "Saved receipt",
  records: "Governed records",
  schema: "Database schema",
};

const outcomes = {
  ok: { color: "green", title: "The chain is intact", Icon: IconCircleCheck },
  failed: { color: "red", title: "Verification failed", Icon: IconShieldX },
  not_verified: { color: "yellow", title: "The chain could not be fully verified", Icon: IconShieldQuestion },
} as const;

/** There were no events to verify, so the result does not cover the entire chain. */
function nothingToVerify({ to }: ChainVerification) {
  const title = to > 0 ? "No events since the last checkpoint" : "The chain has no events";
  return { color: "gray", title, Icon: IconCircleCheck };
}

/** The result of a verification, with a verdict for each check. */
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
          `The content of ${countedText(result.erased, "event")} was erased in response to a legal request, as recorded on the chain. `}
        {result.recordsUnsealed > 0 && `Governed records not yet on the chain: ${countText(result.recordsUnsealed)}. `}
        <Time value={result.verifiedAt} />
      </Alert>
      <Section title="Check results" panel>
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
            ["Chain head", <Hash key="head" value={result.headHash} label="head hash" />] as const,
          ]}
        />
      </Section>
      {result.findingsTotal > 0 && <Findings result={result} />}
    </>
  );
}

/** Shortens hashes only. */
function Found({ value }: { value: string | null }) {
  return value === null || value.startsWith("sha256:") ? <Hash value={value} /> : <code>{value}</code>;
}

function Findings({ result: { findings, findingsTotal } }: { result: ChainVerification }) {
  return (
    <Section title={countedText(findingsTotal, "finding")} panel>
      <ul className="plain-list" data-divided data-rows>
        {findings.map(({ chainPosition, eventId, code, expected, actual, table, recordId }) => (
          <li key={`${chainPosition} ${code} ${eventId} ${expected} ${actual} ${table} ${recordId}`}>
            {eventId ? <Link href={`/audit/${eventId}`}>#{chainPosition}</Link> : `#${chainPosition}`} {labelOf(code)}
            {table !== undefined && `: ${recordId} (${labelOf(table)})`}
            {(expected ?? actual) !== null && (
              <span>
                Expected: <Found value={expected} />. Found: <Found value={actual} />.
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
