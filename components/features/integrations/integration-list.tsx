"use client";

import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { DialogButton } from "@/components/ui/detail/actions";
import detail from "@/components/ui/detail/detail.module.css";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
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
  const filtering = useFilters(integrationFilters);
  const { filters } = filtering;
  const list = useList<Integration>({ key: keys.integrations.list(filters), path: "/v1/integrations", filters });
  const create = (
    <May permission="admin">
      <DialogButton
        label="Connect a product"
        variant="filled"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        dialog={(onClose) => <IntegrationDialog onClose={onClose} />}
      />
    </May>
  );

  return (
    <Page
      title="Integrations"
      description="Record signed webhooks from GitHub, Jira and MLflow as audit events of your models."
      actions={create}
    >
      <ListTable
        name="integrations"
        label="Integrations"
        columns={columns}
        list={list}
        rowHref={({ id }) => `/integrations/${id}`}
        filtering={filtering}
        filterFields={{
          kind: { label: "Product", options: integrationKinds, labelOf: (value) => productLabels[value].name },
        }}
        empty={
          <EmptyState
            icon={<IconPlugConnected size={28} />}
            title="No products connected yet"
            text={<ProductSummaries />}
            action={create}
          />
        }
        card={(integration) => <IntegrationCard integration={integration} />}
      />
    </Page>
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
      <div className={detail.quiet}>
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
