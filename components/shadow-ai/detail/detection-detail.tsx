"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import { Activity } from "./activity";
import { ChainState } from "./chain-state";
import styles from "./detail.module.css";
import { DetailActions } from "./detail-actions";
import { DetectionFacts } from "./detection-facts";
import { PendingException } from "./pending-exception";
import { SimilarDetections } from "./similar-detections";
import { Timeline } from "./timeline";
import { WhyFlagged } from "./why-flagged";

const breadcrumbs = [{ label: "Detections", href: "/shadow-ai" }];

/** One detection: why it was flagged, what is known, what was decided, and what the chain says of all that. */
export function DetectionDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.detections.one(id),
    queryFn: ({ signal }) =>
      api.getWithTag<ShadowAiDetectionDetail>(`/v1/shadow-ai/${encodeURIComponent(id)}`, undefined, { signal }),
  });
  if (query.data) return <DetectionView detection={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Detection" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the detection" />
      )}
    </Page>
  );
}

interface DetectionViewProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

function DetectionView({ detection, etag }: DetectionViewProps) {
  const { details, severity, status, resolution } = detection;
  return (
    <Page
      title={details.endpoint}
      breadcrumbs={breadcrumbs}
      description={
        <span className={styles.marks}>
          {details.aiProvider}
          <Severity value={severity} />
          <StatusBadge kind="detection" value={status} />
          {resolution && <StatusBadge kind="resolution" value={resolution} />}
        </span>
      }
      actions={<DetailActions detection={detection} etag={etag} />}
    >
      <ChainState verified={detection.verified} />
      <PendingException detection={detection} />
      <div className={styles.columns}>
        <div>
          <WhyFlagged detection={detection} />
          <Activity detection={detection} />
          <SimilarDetections id={detection.id} />
        </div>
        <div>
          <DetectionFacts detection={detection} etag={etag} />
          <Timeline id={detection.id} />
        </div>
      </div>
    </Page>
  );
}
