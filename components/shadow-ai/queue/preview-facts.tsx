"use client";

import { Bytes, Count, Money, Percent } from "@/components/values/figures";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import { Due } from "../due";
import { categoryWord } from "../words";
import { Assignee } from "./assignee";
import styles from "./preview.module.css";

/** What is known of a detection, as far as a decision needs it. */
export function PreviewFacts({ detection }: { detection: ShadowAiDetectionDetail }) {
  const { details, assignedTo, dueAt, detectedAt, confidence, notes } = detection;
  const { costBasis, estimatedCostUSD, internalIpRanges, userAgents } = details;
  return (
    <section>
      <h3 className={styles.heading}>Key facts</h3>
      <KeyValue
        rows={[
          ["Assignee", <Assignee key="assignee" address={assignedTo} />],
          ["Due", dueAt && <Due key="due" dueAt={dueAt} focusable />],
          ["Service", categoryWord(details.category)],
          ["Department", details.departmentHint],
          ["Calls", <Count key="calls" value={details.estimatedCallVolume} />],
          ["Est. cost", <Money key="cost" usd={costBasis === "UNKNOWN" ? null : estimatedCostUSD} />],
          ["Sent out", <Bytes key="bytes" value={details.bytesOut} />],
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
