"use client";

import { Button } from "@mantine/core";
import { IconPencil, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { DeleteEndpoint } from "./delete-endpoint";
import { DeliveryList } from "./delivery-list";
import { DisabledNotice, EnableSwitch } from "./endpoint-activity";
import { EndpointFacts } from "./endpoint-facts";
import { endpointTitle } from "./endpoint-words";
import { MissedDeliveries } from "./missed-deliveries";
import { SigningSecret } from "./signing-secret";
import styles from "./webhooks.module.css";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));
const TestDialog = dynamic(() => import("./test-dialog").then((file) => file.TestDialog));

const breadcrumbs = [{ label: "Webhooks", href: "/webhooks" }];

/** One endpoint: what it is told of, what was sent to it, and what can be done with it. */
export function EndpointDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.webhooks.one(id),
    queryFn: ({ signal }) => api.getWithTag<WebhookEndpoint>(`/v1/webhooks/${id}`, undefined, { signal }),
  });
  if (query.data) return <EndpointView endpoint={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Webhook endpoint" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the endpoint" />
      )}
    </Page>
  );
}

function EndpointView({ endpoint, etag }: { endpoint: WebhookEndpoint; etag: string | null }) {
  const [dialog, setDialog] = useState<"change" | "test" | null>(null);
  const close = () => setDialog(null);
  return (
    <Page
      title={endpointTitle(endpoint)}
      breadcrumbs={breadcrumbs}
      description={endpoint.description}
      actions={
        <May permission="webhooks:write">
          <EnableSwitch endpoint={endpoint} />
          <Button
            variant="default"
            size="xs"
            disabled={!endpoint.active}
            leftSection={<IconSend size={14} aria-hidden="true" />}
            onClick={() => setDialog("test")}
          >
            Send a test event
          </Button>
          <Button
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            onClick={() => setDialog("change")}
          >
            Change
          </Button>
        </May>
      }
    >
      <DisabledNotice endpoint={endpoint} />
      <div className={styles.columns}>
        <div>
          <EndpointFacts endpoint={endpoint} />
          <SigningSecret endpoint={endpoint} />
          <May permission="webhooks:write">
            <MissedDeliveries endpoint={endpoint} />
            <DeleteEndpoint endpoint={endpoint} />
          </May>
        </div>
        <DeliveryList endpoint={endpoint} />
      </div>
      {dialog === "change" && <EndpointDialog endpoint={endpoint} etag={etag} onClose={close} />}
      {dialog === "test" && <TestDialog endpoint={endpoint} onClose={close} />}
    </Page>
  );
}
