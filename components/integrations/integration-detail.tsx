"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { Integration } from "@/lib/integrations/schemas";
import { ConnectionNotice, EnableSwitch } from "./connection";
import { DeleteIntegration } from "./delete-integration";
import { DeliveryList } from "./delivery-list";
import { IntegrationFacts } from "./integration-facts";
import styles from "./integrations.module.css";
import { ProductEvents } from "./product-events-table";
import { productWords } from "./product-words";
import { IntegrationSecret } from "./secret";
import { SetupSteps } from "./setup-steps";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

const breadcrumbs = [{ label: "Integrations", href: "/integrations" }];

/** One integration: whether its product still tells of anything, what became of it, and how it is set up. */
export function IntegrationDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.integrations.one(id),
    queryFn: ({ signal }) => api.getWithTag<Integration>(`/v1/integrations/${id}`, undefined, { signal }),
  });
  if (query.data) return <IntegrationView integration={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Integration" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the integration" />
      )}
    </Page>
  );
}

function IntegrationView({ integration, etag }: { integration: Integration; etag: string | null }) {
  const [isChanging, setChanging] = useState(false);
  const { brings, name } = productWords[integration.kind];
  return (
    <Page
      title={integration.name}
      breadcrumbs={breadcrumbs}
      description={brings}
      actions={
        <May permission="admin">
          <EnableSwitch integration={integration} />
          <Button size="xs" leftSection={<IconPencil size={14} aria-hidden="true" />} onClick={() => setChanging(true)}>
            Change
          </Button>
        </May>
      }
    >
      <ConnectionNotice integration={integration} />
      <div className={styles.columns}>
        <div>
          <IntegrationFacts integration={integration} />
          <IntegrationSecret integration={integration} />
          <May permission="admin">
            <DeleteIntegration integration={integration} />
          </May>
        </div>
        <div>
          <details className={styles.setup} open={integration.status === "WAITING"}>
            <summary>How {name} is set up</summary>
            <SetupSteps integration={integration} />
          </details>
          <DeliveryList integration={integration} />
          <ProductEvents kind={integration.kind} />
        </div>
      </div>
      {isChanging && <IntegrationDialog integration={integration} etag={etag} onClose={() => setChanging(false)} />}
    </Page>
  );
}
