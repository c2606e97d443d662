"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Bytes, Count, Money, Percent } from "@/components/ui/values/figures";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { Assignee, Due } from "../detection-values";
import { categoryLabel } from "../labels";
import { useDetection } from "../triage/use-triage";
import styles from "./preview.module.css";

interface PreviewPanelProps {
  id: string;
  onClose: () => void;
  actions: (detection: ShadowAiDetectionDetail) => ReactNode;
}

/** A summary of the open detection beside the list. */
export function PreviewPanel({ id, onClose, actions }: PreviewPanelProps) {
  const { data: read, error, refetch } = useDetection(id);
  const data = read?.data;
  return (
    <aside className={styles.preview} aria-label="Preview" tabIndex={-1} data-preview>
      <div className={styles.top}>
        <div>
          <h2 className={styles.title}>{data ? data.details.endpoint : "Detection"}</h2>
          {data && <p className={styles.provider}>{data.details.aiProvider}</p>}
        </div>
        <ActionIcon aria-label="Close preview" title="Close preview (Esc)" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons.Rows label="detection" />}
      {data && (
        <>
          <div className={styles.marks}>
            <Severity value={data.severity} />
            <StatusBadge kind="detection" value={data.status} />
            {data.resolution && <StatusBadge kind="resolution" value={data.resolution} />}
          </div>
          {actions(data)}
          <PreviewFactors detection={data} />
          <PreviewFacts detection={data} />
          <Link href={`/shadow-ai/${id}`}>View full details</Link>
        </>
      )}
    </aside>
  );
}

function PreviewFacts({ detection }: { detection: ShadowAiDetectionDetail }) {
  const { details, assignedTo, dueAt, detectedAt, confidence, notes } = detection;
  const { costBasis, estimatedCostUSD, internalIpRanges, userAgents } = details;
  return (
    <section>
      <h3 className={styles.heading}>Key details</h3>
      <KeyValue
        rows={[
          ["Assignee", <Assignee key="assignee" address={assignedTo} />],
          ["Due", dueAt && <Due key="due" dueAt={dueAt} focusable />],
          ["Service", categoryLabel(details.category)],
          ["Department", details.departmentHint],
          ["Calls", <Count key="calls" value={details.estimatedCallVolume} />],
          ["Estimated cost", <Money key="cost" usd={costBasis === "UNKNOWN" ? null : estimatedCostUSD} />],
          ["Data sent", <Bytes key="bytes" value={details.bytesOut} />],
          ["Confidence", <Percent key="confidence" value={confidence} />],
          ["Clients", userAgents.slice(0, 3).join(", ")],
          ["Networks", internalIpRanges.slice(0, 3).join(", ")],
          ["First seen", <Time key="first" value={details.firstSeenAt} />],
          ["Last seen", <Time key="last" value={details.lastSeenAt} />],
          ["Detected", <Time key="detected" value={detectedAt} />],
          ...(notes === null
            ? []
            : ([
                [
                  "Notes",
                  <p key="notes" className={styles.notes}>
                    {notes}
                  </p>,
                ],
              ] as const)),
        ]}
      />
    </section>
  );
}

const shownMax = 5;

function PreviewFactors({ detection: { riskScore, riskAssessment } }: { detection: ShadowAiDetectionDetail }) {
  const factors = [...(riskAssessment?.factors ?? [])].sort((one, other) => other.points - one.points);
  const left = factors.length - shownMax;
  return (
    <section>
      <h3 className={styles.heading}>Why flagged · risk score {riskScore}/100</h3>
      {factors.length === 0 && <p className={styles.notes}>The inputs of this score are no longer available.</p>}
      <ul className={styles.factors}>
        {factors.slice(0, shownMax).map(({ code, points, sentence }) => (
          <li key={code} className={styles.factor}>
            <span className={styles.points}>{points > 0 ? `+${points}` : points}</span>
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.provider}>{`And ${left} more.`}</p>}
    </section>
  );
}
