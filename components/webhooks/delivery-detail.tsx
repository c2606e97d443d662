"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Count } from "@/components/values/figures";
import { Id } from "@/components/values/id";
import { JsonView } from "@/components/values/json-view";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import type { DeliveryDetail as Delivery } from "@/lib/webhooks/schemas-deliveries";
import { AttemptLog } from "./attempt-log";
import { reasonWord } from "./delivery-words";
import { endpointTitle } from "./endpoint-words";
import { RedeliverButton } from "./redeliver-button";
import styles from "./webhooks.module.css";

interface DeliveryDetailProps {
  endpointId: string;
  id: string;
}

/** One delivery: the envelope as it is sent, and what came of each attempt. */
export function DeliveryDetail({ endpointId, id }: DeliveryDetailProps) {
  const path = `/v1/webhooks/${endpointId}`;
  const endpoint = useQuery({
    queryKey: keys.webhooks.one(endpointId),
    queryFn: ({ signal }) => api.getWithTag<WebhookEndpoint>(path, undefined, { signal }),
  });
  const query = useQuery({
    queryKey: keys.deliveries.one(endpointId, id),
    queryFn: ({ signal }) => api.get<Delivery>(`${path}/deliveries/${id}`, undefined, { signal }),
  });
  const breadcrumbs = [
    { label: "Webhooks", href: "/webhooks" },
    {
      label: endpoint.data ? endpointTitle(endpoint.data.data) : "Endpoint",
      href: `/webhooks/${endpointId}`,
    },
  ];
  if (query.data) {
    const isActive = endpoint.data?.data.active ?? false;
    return (
      <Page
        title={query.data.type}
        breadcrumbs={breadcrumbs}
        description="A delivery keeps its id at every attempt, by which a receiver knows what it has already."
        actions={<RedeliverButton delivery={query.data} isActive={isActive} size="xs" />}
      >
        <DeliveryView delivery={query.data} />
      </Page>
    );
  }
  return (
    <Page title="Delivery" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the delivery" />
      )}
    </Page>
  );
}

function DeliveryView({ delivery }: { delivery: Delivery }) {
  const { failureReason, body } = delivery;
  return (
    <div className={styles.halves}>
      <div>
        <section className={styles.section} aria-label="Facts">
          <KeyValue
            rows={[
              ["Status", <StatusBadge key="status" kind="delivery" value={delivery.status} />],
              ["Why it failed", failureReason === null ? null : reasonWord(failureReason)],
              ["Attempts", <Count key="attempts" value={delivery.attempts} />],
              [
                "Next attempt",
                <Time key="next" value={delivery.nextAttemptAt} format="full" none="None: it is finished" />,
              ],
              ["Mode", body.livemode === true ? "Live" : "Test: livemode is false"],
              ["Created", <Time key="created" value={delivery.createdAt} format="full" />],
              ["Finished", <Time key="finished" value={delivery.finishedAt} format="full" none="Not yet" />],
              ["Id", <Id key="id" value={delivery.id} />],
            ]}
          />
        </section>
        <section className={styles.section} aria-labelledby="envelope">
          <h2 id="envelope">Envelope</h2>
          <JsonView value={body} label="Envelope" />
        </section>
      </div>
      <AttemptLog delivery={delivery} />
    </div>
  );
}
