"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { useSession } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { Overview as OverviewAnswer } from "@/lib/overview/schemas";
import { AccountChanges } from "./account-changes";
import { ChainBanner } from "./chain-banner";
import { EvidencePanel } from "./evidence-panel";
import { FirstSteps } from "./first-steps";
import { NewDetections } from "./new-detections";
import styles from "./overview.module.css";
import { QueuePanel } from "./queue-panel";
import { SensorsPanel } from "./sensors-panel";
import { Trends } from "./trends";

/** What a risk team opens every morning: five questions answered without scrolling, and where it all goes below. */
export function Overview() {
  const { organisation } = useSession();
  const query = useQuery({
    queryKey: keys.overview(),
    queryFn: ({ signal }) => api.get<OverviewAnswer>("/v1/overview", undefined, { signal }),
  });
  return (
    <Page title="Overview" description={organisation.name}>
      {query.data ? (
        <Answers overview={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={420} label="the overview" />
      )}
    </Page>
  );
}

function Answers({ overview }: { overview: OverviewAnswer }) {
  const { chain, events, queue, detections, sensors, evidence, trends, accountChanges, checklist } = overview;
  return (
    <>
      <FirstSteps checklist={checklist} />
      <ChainBanner chain={chain} events={events} />
      {queue && <QueuePanel queue={queue} />}
      {accountChanges && <AccountChanges changes={accountChanges} />}
      <div className={styles.panels}>
        {detections && <NewDetections detections={detections} />}
        <div className={styles.side}>
          {sensors && <SensorsPanel sensors={sensors} />}
          {evidence && <EvidencePanel evidence={evidence} />}
        </div>
      </div>
      <Trends trends={trends} events={events} />
    </>
  );
}
