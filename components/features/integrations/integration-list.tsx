"use client";

import { Box } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { integrationKinds } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import { integrationFilters } from "./filters";
import { productLabels } from "./labels";
import { common, integrationList as texts } from "./texts";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

const column = columnsOf<Integration>();
const columns: Column<Integration>[] = [
  column.text("name", terms.name, naming),
  column.text("kind", common.product, { cell: ({ kind }) => productLabels[kind].name, inCards: "bare" }),
  column.text("status", common.connection, {
    cell: ({ status }) => <StatusBadge kind="integration" value={status} />,
    inCards: "corner",
  }),
  column.time("lastSeenAt", common.lastDelivery, { format: "relative", none: terms.noneYet }),
  column.count("recorded", terms.events, { of: ({ figures }) => figures.recorded }),
  column.count("ignored", common.withoutEvent, { of: ({ figures }) => figures.ignored, hiddenByDefault: true }),
  column.count("models", texts.rules, { of: ({ models }) => models.length, inCards: false }),
  column.time("createdAt", terms.created, { format: "day", hiddenByDefault: true }),
  column.text("id", terms.id, { hiddenByDefault: true }),
];

export function IntegrationList() {
  return (
    <ListPage<Integration, typeof integrationFilters>
      title={common.integrations}
      description={texts.pageDescription}
      create={{
        label: common.addIntegration,
        permission: "admin",
        dialog: (onClose) => <IntegrationDialog onClose={onClose} />,
      }}
      name="integrations"
      listKey={keys.integrations.list}
      path="/v1/integrations"
      parsers={integrationFilters}
      filterFields={{
        kind: { label: common.product, options: integrationKinds, labelOf: (value) => productLabels[value].name },
      }}
      columns={columns}
      rowHref={({ id }) => `/integrations/${id}`}
      empty={{ icon: IconPlugConnected, title: texts.noProductsConnectedYet, text: <ProductSummaries /> }}
    />
  );
}

function ProductSummaries() {
  return (
    <Box ta="start">
      <KeyValue rows={integrationKinds.map((kind) => [productLabels[kind].name, productLabels[kind].summary])} />
      <p>{texts.whenConnectProduct}</p>
    </Box>
  );
}
