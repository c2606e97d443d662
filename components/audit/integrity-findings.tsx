"use client";

import { Button, Group } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useRead } from "@/components/api/queries";
import { Link } from "@/components/app/link";
import { May, useSession } from "@/components/app/session";
import { Section } from "@/components/detail/section";
import { ErrorState } from "@/components/feedback/error-state";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { IntegrityFinding, IntegrityFindingList } from "@/lib/audit-chain/schemas-findings";
import { wordsOf } from "@/lib/client/format";
import styles from "./audit.module.css";

const ResolveFindingDialog = dynamic(() =>
  import("./resolve-finding-dialog").then((file) => file.ResolveFindingDialog),
);

/** Every integrity finding with its status, and the steps by which two administrators resolve a false one. */
export function IntegrityFindings() {
  const query = useRead<IntegrityFindingList>(keys.findings.list(), "/v1/audit/findings", { query: { limit: 100 } });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.data.length === 0) return null;
  return (
    <Section title="Recorded findings" panel>
      <ul className={styles.findings}>
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
      {wordsOf(code)}, found <Time value={detectedAt} />
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
