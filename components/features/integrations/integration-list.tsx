"use client";

import { IconPlugConnected } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { integrationKinds } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import { countedText } from "@/lib/platform/client/format";
import { integrationFilters } from "./filters";
import { productLabels } from "./labels";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

const column = columnsOf<Integration>();
const columns: Column<Integration>[] = [
  column.text("name", "Name", naming),
  column.text("kind", "Product", { cell: ({ kind }) => productLabels[kind].name }),
  column.text("status", "Connection", { cell: ({ status }) => <StatusBadge kind="integration" value={status} /> }),
  column.time("lastSeenAt", "Last delivery", { format: "relative", none: "None yet" }),
  column.count("recorded", "Events", { of: ({ figures }) => figures.recorded }),
  column.count("ignored", "Not recorded", { of: ({ figures }) => figures.ignored }),
  column.count("models", "Rules", { of: ({ models }) => models.length }),
  column.time("createdAt", "Created", { format: "day", hiddenByDefault: true }),
  column.text("id", "ID", { hiddenByDefault: true }),
];

export function IntegrationList() {
  return (
    <ListPage<Integration, typeof integrationFilters>
      title="Integrations"
      description="Record signed webhooks from GitHub, Jira and MLflow as audit events for your models."
      create={{
        label: "Connect a product",
        permission: "admin",
        dialog: (onClose) => <IntegrationDialog onClose={onClose} />,
      }}
      name="integrations"
      listKey={keys.integrations.list}
      path="/v1/integrations"
      parsers={integrationFilters}
      filterFields={{
        kind: { label: "Product", options: integrationKinds, labelOf: (value) => productLabels[value].name },
      }}
      columns={columns}
      rowHref={({ id }) => `/integrations/${id}`}
      card={(integration) => <IntegrationCard integration={integration} />}
      empty={{ icon: IconPlugConnected, title: "No products connected yet", text: <ProductSummaries /> }}
    />
  );
}

function ProductSummaries() {
  return (
    <>
      <KeyValue rows={integrationKinds.map((kind) => [productLabels[kind].name, productLabels[kind].summary])} />
      <p>
        When you connect a product, you get a URL and a secret for its webhooks. Webhooks with an invalid signature are
        rejected.
      </p>
    </>
  );
}

function IntegrationCard({ integration: { kind, status, lastSeenAt, figures } }: { integration: Integration }) {
  return (
    <>
      <div>
        <StatusBadge kind="integration" value={status} /> {productLabels[kind].name}
      </div>
      <div className="quiet">
        {lastSeenAt === null ? (
          "No deliveries yet"
        ) : (
          <>
            {countedText(figures.recorded, "event")}, last delivery <Time value={lastSeenAt} format="relative" />
          </>
        )}
      </div>
    </>
  );
}
