"use client";

import { Divider, Group, Text, Title } from "@mantine/core";
import { useModelNames } from "@/components/features/models/use-models";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Bytes, Count, Money, Percent } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { Due } from "../detection-values";
import { categoryLabel } from "../labels";
import { common, volumes } from "../texts/common";
import { detectionFacts as texts } from "../texts/detail";

export function DetectionFacts({ detection }: { detection: ShadowAiDetectionDetail }) {
  const { id, resolvedModelId, notes } = detection;
  return (
    <Section title={terms.details} panel>
      <KeyValue
        rows={[
          ...factRows(detection),
          [terms.id, <Id key="id" value={id} />],
          ...(resolvedModelId ? [[texts.modelId, <Id key="model-id" value={resolvedModelId} />] as const] : []),
        ]}
      />
      {notes !== null && <Notes text={notes} />}
    </Section>
  );
}

/** The decision about a detection, and its traffic. */
export function factRows(detection: ShadowAiDetectionDetail) {
  const {
    details,
    assignedTo,
    assigneeName,
    dueAt,
    resolvedAt,
    resolvedModelId,
    exceptionExpiresAt,
    reopenedFor,
    snooze,
  } = detection;
  return [
    [common.assignee, assignedTo === null ? common.unassigned : [assigneeName, assignedTo].filter(Boolean).join(", ")],
    ...(dueAt ? [[common.due, <Due key="due" dueAt={dueAt} labelled focusable />] as const] : []),
    ...(snooze ? [[texts.snoozedUntil, <Time key="snooze" value={snooze.until} />] as const] : []),
    ...(snooze?.note ? [[texts.snoozeNote, snooze.note] as const] : []),
    ...(snooze ? [[texts.snoozeLimit, texts.snoozeLimits(snooze)] as const] : []),
    ...(resolvedAt ? [[texts.resolved, <Time key="resolved" value={resolvedAt} />] as const] : []),
    ...(resolvedModelId ? [[terms.model, <ModelLink key="model" id={resolvedModelId} />] as const] : []),
    ...(exceptionExpiresAt ? [[texts.exceptionExpires, <Time key="ends" value={exceptionExpiresAt} />] as const] : []),
    ...(reopenedFor ? [[texts.reopenReason, labelOf(reopenedFor)] as const] : []),
    ...(detection.tickets.length > 0
      ? [[texts.tickets, <Tickets key="tickets" tickets={detection.tickets} />] as const]
      : []),
    [terms.service, categoryLabel(details.category)],
    [texts.usedBy, labelOf(details.accessKind)],
    [terms.department, details.departmentHint],
    [common.calls, <Count key="calls" value={details.estimatedCallVolume} />],
    [texts.estimatedCost, <Cost key="cost" details={details} />],
    [texts.dataSent, <Volume key="out" bytes={details.bytesOut} />],
    [texts.dataReceived, <Volume key="in" bytes={details.bytesIn} />],
    [common.confidence, <Percent key="confidence" value={detection.confidence} />],
    [texts.detectedBy, labelOf(detection.source)],
    [texts.clients, details.userAgents.join(", ")],
    [texts.networks, texts.networkList(details.internalIpRanges)],
    [texts.firstTraffic, <Time key="first" value={details.firstSeenAt} />],
    [common.lastTraffic, <Time key="last" value={details.lastSeenAt} />],
    [common.detected, <Time key="detected" value={detection.detectedAt} />],
  ] as const;
}

function Tickets({ tickets }: Pick<ShadowAiDetectionDetail, "tickets">) {
  return (
    <Group gap="2px 8px">
      {tickets.map(({ id, key, url }) => (
        <Link key={id} href={url}>
          {key}
        </Link>
      ))}
    </Group>
  );
}

function ModelLink({ id }: { id: string }) {
  const names = useModelNames();
  return <Link href={`/models/${id}`}>{names.get(id) ?? id}</Link>;
}

function Volume({ bytes }: { bytes: number }) {
  return bytes > 0 ? <Bytes value={bytes} /> : volumes.none;
}

/** The estimated cost with its range. */
function Cost({ details }: Pick<ShadowAiDetectionDetail, "details">) {
  const { costBasis, estimatedCostUSD, costLowUSD, costHighUSD } = details;
  if (costBasis === "UNKNOWN") return texts.unknown;
  return (
    <>
      <Money usd={estimatedCostUSD} />{" "}
      <span className="quiet">
        (<Money usd={costLowUSD} /> to <Money usd={costHighUSD} />)
      </span>
    </>
  );
}

/** The reason for the decision, or other notes. Comments replace them for discussions. */
function Notes({ text }: { text: string }) {
  return (
    <>
      <Divider mt="md" />
      <Title order={3} fz="sm" mt="md" mb="2xs">
        {common.notes}
      </Title>
      <Text inherit style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </>
  );
}
