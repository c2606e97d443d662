"use client";

import { Alert, Group, Text, Title } from "@mantine/core";
import { IconGitMerge, IconHourglass, IconShieldX } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import panels from "@/components/ui/detail/detail.module.css";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { breakable } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetection, ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { ExceptionRequestList } from "@/lib/domains/shadow-ai/schemas-triage";
import { Assignee, Due, Person, SeverityReason } from "../detection-values";
import { ExceptionActions } from "../exceptions/exception-actions";
import { common } from "../texts/common";
import { detectionDetail as texts } from "../texts/detail";
import { ClientRanges } from "./client-ranges";
import styles from "./detail.module.css";
import { DetailActions } from "./detail-actions";
import { DetectionFacts } from "./detection-facts";
import { DetectionUsers } from "./detection-users";
import { RiskFactors, Sentences } from "./risk-factors";
import { DetectionSources } from "./sources";
import { Timeline } from "./timeline";
import { TrafficChart } from "./traffic-chart";

export function DetectionDetail({ id }: { id: string }) {
  return (
    <ResourcePage<ShadowAiDetectionDetail>
      queryKey={keys.detections.one(id)}
      path={`/v1/shadow-ai/${encodeURIComponent(id)}`}
      kind={{ title: common.detection, label: texts.theDetection }}
      breadcrumbs={[{ label: texts.detections, href: "/shadow-ai" }]}
      title={({ details }) => details.endpoint}
      description={(detection) => (
        <Group component="span" gap="2px 8px">
          {detection.details.aiProvider}
          <Severity value={detection.severity} />
          <StatusBadge kind="detection" value={detection.status} />
          {detection.resolution && <StatusBadge kind="resolution" value={detection.resolution} />}
          <SeverityReason detection={detection} />
          {/* On wide screens, the details panel starts with these values. */}
          {detection.dueAt && (
            <span className={styles.decision}>
              <Due dueAt={detection.dueAt} focusable /> <Assignee of={detection} />
            </span>
          )}
        </Group>
      )}
      actions={(detection, etag) => <DetailActions detection={detection} etag={etag} />}
    >
      {(detection) => (
        <>
          <ChainState verified={detection.verified} />
          <Merge intoId={detection.mergedIntoId} />
          <PendingException detection={detection} />
          <Columns
            details={
              <>
                <DetectionFacts detection={detection} />
                <Timeline id={detection.id} />
              </>
            }
          >
            <WhyFlagged detection={detection} />
            <div className={panels.panel}>
              <TrafficChart detection={detection} />
            </div>
            <DetectionSources counting={detection.counting} />
            <DetectionUsers detection={detection} />
            <ClientRanges ranges={detection.clientRanges} />
            <SimilarDetections id={detection.id} />
          </Columns>
        </>
      )}
    </ResourcePage>
  );
}

/** Warns when the stored record differs from the last event on the audit chain. */
function ChainState({ verified }: { verified: boolean }) {
  if (verified) return null;
  return (
    <Alert color="red" role="alert" icon={<IconShieldX size={18} aria-hidden="true" />} title={texts.modifiedTitle}>
      {texts.modifiedNotice}
    </Alert>
  );
}

/** A link to the detection that continues this one. */
function Merge({ intoId }: { intoId: string | null }) {
  if (intoId === null) return null;
  return (
    <Alert color="accent" icon={<IconGitMerge size={18} aria-hidden="true" />} title={texts.mergedTitle}>
      {texts.mergedNotice}
      <Link href={`/shadow-ai/${intoId}`}>{texts.viewDetection}</Link>
    </Alert>
  );
}

/** The pending exception request, if there is one. */
function PendingException({ detection: { id, exceptionPending } }: DetectionProps) {
  const filters = { detectionId: id, status: "PENDING" };
  const query = useRead<ExceptionRequestList>(keys.exceptions.list(filters), "/v1/shadow-ai/exceptions", {
    query: filters,
    enabled: exceptionPending,
  });
  const request = query.data?.data[0];
  if (!request) return null;
  return (
    <Alert
      color="accent"
      icon={<IconHourglass size={18} aria-hidden="true" />}
      title={
        <>
          {texts.exceptionRequestedBy} <Person name={request.requestedByName} address={request.requestedBy} />
        </>
      }
    >
      <p>
        {request.justification} {common.requestedUntil} <Time value={request.expiresAt} format="day" />.
      </p>
      <ExceptionActions request={request} />
    </Alert>
  );
}

/** The score breakdown, and why the traffic was identified as AI. */
function WhyFlagged({ detection }: DetectionProps) {
  const score = (
    <Text span size="xs" c="dimmed">
      {texts.riskScoreOf100(detection.riskScore)}
    </Text>
  );
  return (
    <Section title={texts.whyFlagged} action={score} panel>
      <RiskFactors detection={detection} />
      <Title order={3} fz="sm" mt="md" mb="2xs">
        {texts.whyIdentifiedAsAi}
      </Title>
      <Sentences of={detection.details.reasons} />
    </Section>
  );
}

interface DetectionProps {
  detection: ShadowAiDetectionDetail;
}

/** Earlier detections of the same usage, and others with the same provider or department. */
function SimilarDetections({ id }: { id: string }) {
  const query = useRead<{ data: ShadowAiDetection[] }>(keys.detections.similar(id), `/v1/shadow-ai/${id}/similar`);
  return (
    <Section title={texts.similarDetections} panel>
      <QueryState query={query} label={texts.similarDetectionsLoading} height={80}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="quiet">{texts.noSimilarDetections}</p>
          ) : (
            <ul className="plain-list" data-divided data-rows>
              {data.map(({ id: other, details, severity, status, detectedAt }) => (
                <li key={other}>
                  <Severity value={severity} compact />
                  <Link href={`/shadow-ai/${other}`} data-grow>
                    {breakable(details.endpoint)}
                  </Link>
                  <span className="quiet">{details.departmentHint}</span>
                  <StatusBadge kind="detection" value={status} />
                  <Time value={detectedAt} format="relative" />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Section>
  );
}
