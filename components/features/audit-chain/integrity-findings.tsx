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
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Hash } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { type ChainCheck, chainChecks } from "@/lib/domains/audit-chain/enums";
import type {
  ChainVerification,
  IntegrityFinding,
  IntegrityFindingList,
} from "@/lib/domains/audit-chain/schemas-verification";
import { countedText, labelOf } from "@/lib/platform/client/format";
import { common } from "./texts/common";
import { integrityFindings as texts } from "./texts/verification";

const ResolveFindingDialog = dynamic(() =>
  import("./resolve-finding-dialog").then((file) => file.ResolveFindingDialog),
);

export const integrityFindingsId = "integrity-findings";

/** The integrity findings, and the steps by which two administrators resolve a false one. */
export function IntegrityFindings() {
  const query = useRead<IntegrityFindingList>(keys.findings.list(), "/v1/audit/findings", { query: { limit: 100 } });
  if (!query.data && query.error)
    return (
      <Section title={texts.integrityFindings} id={integrityFindingsId} panel>
        <ErrorState label={texts.integrityFindings} compact error={query.error} onRetry={() => void query.refetch()} />
      </Section>
    );
  const findings = query.data?.data;
  return (
    <Section title={texts.integrityFindings} id={integrityFindingsId} note={texts.note} panel>
      {findings?.length === 0 && <p>{texts.none}</p>}
      {!findings && <Skeletons.Rows count={1} label={texts.integrityFindings} />}
      <ul className="plain-list" data-divided data-rows>
        {findings?.map((finding) => (
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
      {labelOf(code)}, found on <Time value={detectedAt} />
      {latest && (
        <span>
          Resolution requested by {latest.requestedBy} on <Time value={latest.requestedAt} />: {latest.reason}
          {latest.decidedBy && latest.decidedAt && (
            <>
              {" "}
              {latest.status === "REJECTED" ? terms.rejected : texts.confirmed} by {latest.decidedBy} on{" "}
              <Time value={latest.decidedAt} />.
            </>
          )}
          {latest.reopenedAt && (
            <>
              {" "}
              Found again on <Time value={latest.reopenedAt} />.
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
      if (step === "confirm") return texts.findingResolved;
      return isOwn ? texts.resolutionRequestWithdrawn : texts.resolutionRequestRejected;
    },
  });
  if (status === "RESOLVED") return null;
  if (status === "OPEN") {
    return (
      <>
        <Button size="compact-xs" variant="default" onClick={() => setRequesting(true)}>
          {texts.requestResolution}
        </Button>
        {isRequesting && <ResolveFindingDialog id={id} onClose={() => setRequesting(false)} />}
      </>
    );
  }
  return (
    <Group gap="xs">
      {!isOwn && (
        <Button size="compact-xs" loading={decide.isPending} onClick={() => decide.mutate("confirm")}>
          {texts.confirmResolution}
        </Button>
      )}
      <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => decide.mutate("reject")}>
        {isOwn ? texts.withdrawRequest : texts.rejectRequest}
      </Button>
    </Group>
  );
}

const outcomes = {
  ok: { color: "green", title: texts.theChainIsIntact, Icon: IconCircleCheck },
  failed: { color: "red", title: texts.verificationFailed, Icon: IconShieldX },
  not_verified: { color: "yellow", title: texts.notFullyVerified, Icon: IconShieldQuestion },
} as const;

/** There were no events to verify, so the result does not cover the entire chain. */
function nothingToVerify({ to }: ChainVerification) {
  const title = to > 0 ? texts.noNewEvents : texts.chainNoEvents;
  return { color: "gray", title, Icon: IconCircleCheck };
}

/** The result of a verification, with a verdict for each check. */
export function VerificationResult({ result }: { result: ChainVerification }) {
  const isEmpty = result.status === "ok" && result.eventsVerified === 0;
  const { color, title, Icon } = isEmpty ? nothingToVerify(result) : outcomes[result.status];
  return (
    <>
      <Alert color={color} icon={<Icon size={20} aria-hidden="true" />} title={title}>
        {isEmpty ? result.to > 0 && texts.lastCheckpointVerified(result.to) : texts.eventsVerified(result)}
        {result.erased > 0 && texts.contentErased(result.erased)}
        {result.recordsUnsealed > 0 && texts.recordsNotOnChain(result.recordsUnsealed)}
        <Time value={result.verifiedAt} />
      </Alert>
      <Section title={texts.checkResults} panel>
        <KeyValue
          rows={[
            ...Object.entries(chainChecks).map(
              ([check, [label]]) =>
                [
                  label,
                  <StatusBadge key={check} kind="verification" value={result.verdicts[check as ChainCheck]} />,
                ] as const,
            ),
            [common.chainHead, <Hash key="head" value={result.headHash} label={common.headHash} />] as const,
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
