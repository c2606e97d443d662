"use client";

import { Button } from "@mantine/core";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Count } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { countedText, wordsOf } from "@/lib/client/format";
import type { Integration } from "@/lib/integrations/schemas";
import { integrationKinds } from "@/lib/integrations/vocabulary";
import { integrationFilters } from "./filters";
import styles from "./integrations.module.css";
import { productWords } from "./product-words";

const IntegrationDialog = dynamic(() => import("./integration-dialog").then((file) => file.IntegrationDialog));

const columns: Column<Integration>[] = [
  { id: "name", header: "Name", rowHeader: true, hideable: false, cell: ({ name }) => name, csv: ({ name }) => name },
  { id: "kind", header: "Product", cell: ({ kind }) => productWords[kind].name, csv: ({ kind }) => kind },
  {
    id: "status",
    header: "Connection",
    cell: ({ status }) => <StatusBadge kind="integration" value={status} />,
    csv: ({ status }) => status,
  },
  {
    id: "lastSeenAt",
    header: "Last delivery",
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} format="relative" none="None yet" />,
    csv: ({ lastSeenAt }) => lastSeenAt,
  },
  {
    id: "recorded",
    header: "Events",
    align: "right",
    cell: ({ figures }) => <Count value={figures.recorded} />,
    csv: ({ figures }) => figures.recorded,
  },
  {
    id: "ignored",
    header: "Not recorded",
    align: "right",
    cell: ({ figures }) => <Count value={figures.ignored} />,
    csv: ({ figures }) => figures.ignored,
  },
  {
    id: "models",
    header: "Rules",
    align: "right",
    cell: ({ models }) => <Count value={models.length} />,
    csv: ({ models }) => models.length,
  },
  {
    id: "createdAt",
    header: "Created",
    hiddenByDefault: true,
    cell: ({ createdAt }) => <Time value={createdAt} format="day" />,
    csv: ({ createdAt }) => createdAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** The products that tell the service what happens in them. */
export function IntegrationList() {
  const { filters, set, clear } = useFilters(integrationFilters);
  const list = useList<Integration>({ key: keys.integrations.list(filters), path: "/v1/integrations", filters });
  const [isCreating, setCreating] = useState(false);
  const count = countFilters(filters);
  const create = (
    <May permission="admin">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setCreating(true)}>
        Connect a product
      </Button>
    </May>
  );

  return (
    <Page
      title="Integrations"
      description="Products of yours whose signed webhooks become events on the chain, on the model that they are about."
      actions={create}
    >
      <DataTable
        name="integrations"
        label="Integrations"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/integrations/${id}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar
            active={activeFilters(filters, { kind: { label: "Product", word: wordsOf } }, set)}
            onClear={clear}
          >
            <FilterSelect
              label="Product"
              value={filters.kind}
              onChange={(value) => set({ kind: integrationKinds.find((one) => one === value) ?? null })}
              options={integrationKinds.map((value) => ({ value, label: productWords[value].name }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconPlugConnected size={28} />}
            title="No products are connected yet"
            text={<WhatProductsBring />}
            action={create}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(integration) => <IntegrationCard integration={integration} />}
        exportAll={{ fileName: "integrations", fetchPage: list.fetchPage }}
      />
      {isCreating && <IntegrationDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** What connecting each product brings, and how it is done. */
function WhatProductsBring() {
  return (
    <div className={styles.brings}>
      <dl>
        {integrationKinds.map((kind) => (
          <div key={kind}>
            <dt>{productWords[kind].name}</dt>
            <dd>{productWords[kind].brings}</dd>
          </div>
        ))}
      </dl>
      <p>
        Connecting one gives you a URL and a secret. The product sends its webhooks there, signed with the secret, and
        what is signed otherwise is refused.
      </p>
    </div>
  );
}

function IntegrationCard({ integration: { kind, status, lastSeenAt, figures } }: { integration: Integration }) {
  return (
    <>
      <div>
        <StatusBadge kind="integration" value={status} /> {productWords[kind].name}
      </div>
      <div className={styles.quiet}>
        {lastSeenAt === null ? (
          "No delivery yet"
        ) : (
          <>
            {countedText(figures.recorded, "event")}, last delivery <Time value={lastSeenAt} format="relative" />
          </>
        )}
      </div>
    </>
  );
}
