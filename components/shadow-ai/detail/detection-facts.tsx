"use client";

import { Link } from "@/components/app/link";
import { useModelNames } from "@/components/audit/use-model-names";
import { Bytes, Count, Money, Percent } from "@/components/values/figures";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import { Due } from "../due";
import { categoryWord } from "../words";
import styles from "./detail.module.css";
import { Notes } from "./notes";

interface DetectionFactsProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

/** What is known of a detection: who has it, what it is, and what of the traffic could be told without reading it. */
export function DetectionFacts({ detection, etag }: DetectionFactsProps) {
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts" className={styles.heading}>
        Facts
      </h2>
      <KeyValue rows={[...decisionRows(detection), ...trafficRows(detection), ...idRows(detection)]} />
      <Notes detection={detection} etag={etag} />
    </section>
  );
}

function decisionRows(detection: ShadowAiDetectionDetail) {
  const { assignedTo, dueAt, resolvedAt, resolvedModelId, exceptionExpiresAt, reopenedFor } = detection;
  return [
    ["Assigned to", assignedTo ?? "Nobody"],
    ...(dueAt ? [["Due", <Due key="due" dueAt={dueAt} focusable />] as const] : []),
    ...(resolvedAt ? [["Resolved", <Time key="resolved" value={resolvedAt} />] as const] : []),
    ...(resolvedModelId ? [["Model", <ModelLink key="model" id={resolvedModelId} />] as const] : []),
    ...(exceptionExpiresAt ? [["Exception ends", <Time key="ends" value={exceptionExpiresAt} />] as const] : []),
    ...(reopenedFor ? [["Opened again for", wordsOf(reopenedFor)] as const] : []),
  ] as const;
}

function trafficRows({ details, confidence, source, detectedAt }: ShadowAiDetectionDetail) {
  return [
    ["Service", categoryWord(details.category)],
    ["Used by", wordsOf(details.accessKind)],
    ["Department", details.departmentHint],
    ["Calls", <Count key="calls" value={details.estimatedCallVolume} />],
    ["Est. cost", <Cost key="cost" details={details} />],
    ["Sent out", <Bytes key="out" value={details.bytesOut} />],
    ["Received", <Bytes key="in" value={details.bytesIn} />],
    ["Confidence", <Percent key="confidence" value={confidence} />],
    ["Found in", wordsOf(source)],
    ["Clients", details.userAgents.join(", ")],
    ["Networks", details.internalIpRanges.join(", ")],
    ["First seen", <Time key="first" value={details.firstSeenAt} />],
    ["Last seen", <Time key="last" value={details.lastSeenAt} />],
    ["Detected", <Time key="detected" value={detectedAt} />],
  ] as const;
}

function idRows({ id, resolvedModelId }: ShadowAiDetectionDetail) {
  return [
    ["Id", <Id key="id" value={id} />] as const,
    ...(resolvedModelId ? [["Model's id", <Id key="model-id" value={resolvedModelId} />] as const] : []),
  ] as const;
}

function ModelLink({ id }: { id: string }) {
  const names = useModelNames();
  return <Link href={`/models/${id}`}>{names.get(id) ?? id}</Link>;
}

/** An estimate, with the range it lies in. */
function Cost({ details }: Pick<ShadowAiDetectionDetail, "details">) {
  const { costBasis, estimatedCostUSD, costLowUSD, costHighUSD } = details;
  if (costBasis === "UNKNOWN") return "Not known";
  return (
    <>
      <Money usd={estimatedCostUSD} />{" "}
      <span className={styles.quiet}>
        (<Money usd={costLowUSD} /> to <Money usd={costHighUSD} />)
      </span>
    </>
  );
}
