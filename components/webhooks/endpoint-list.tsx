"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
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
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { disabledText, endpointState, endpointTitle } from "./endpoint-words";
import { EventNames } from "./event-names";
import { activeValues, endpointFilters } from "./filters";
import styles from "./webhooks.module.css";

const EndpointDialog = dynamic(() => import("./endpoint-dialog").then((file) => file.EndpointDialog));

const columns: Column<WebhookEndpoint>[] = [
  {
    id: "url",
    header: "Endpoint",
    rowHeader: true,
    hideable: false,
    cell: endpointTitle,
    csv: ({ url }) => url,
  },
  {
    id: "description",
    header: "Description",
    cell: ({ description }) => description || "–",
    csv: ({ description }) => description,
  },
  {
    id: "events",
    header: "Events",
    cell: ({ events }) => <EventNames events={events} />,
    csv: ({ events }) => events.join(" "),
  },
  {
    id: "status",
    header: "Status",
    cell: (endpoint) => <StatusBadge kind="endpoint" value={endpointState(endpoint)} />,
    csv: endpointState,
  },
  {
    id: "health",
    header: "Health",
    cell: (endpoint) => <Health endpoint={endpoint} />,
    csv: disabledText,
  },
  {
    id: "createdAt",
    header: "Created",
    cell: ({ createdAt }) => <Time value={createdAt} format="day" />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: "updatedAt",
    header: "Changed",
    hiddenByDefault: true,
    cell: ({ updatedAt }) => <Time value={updatedAt} format="relative" />,
    csv: ({ updatedAt }) => updatedAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

const activeWord = (value: string) => (value === "true" ? "Enabled" : "Disabled");

/** Where the service tells others what happens. */
export function EndpointList() {
  const { filters, set, clear } = useFilters(endpointFilters);
  const list = useList<WebhookEndpoint>({ key: keys.webhooks.list(filters), path: "/v1/webhooks", filters });
  const [isCreating, setCreating] = useState(false);
  const count = countFilters(filters);
  const create = (
    <May permission="webhooks:write">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setCreating(true)}>
        Create an endpoint
      </Button>
    </May>
  );

  return (
    <Page
      title="Webhooks"
      description="Systems of yours that are told what happens here, by signed requests that are repeated until they answer."
      actions={create}
    >
      <DataTable
        name="webhooks"
        label="Webhook endpoints"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowLabel={endpointTitle}
        rowHref={({ id }) => `/webhooks/${id}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar
            active={activeFilters(filters, { active: { label: "Status", word: activeWord } }, set)}
            onClear={clear}
          >
            <FilterSelect
              label="Status"
              value={filters.active}
              onChange={(value) => set({ active: activeValues.find((one) => one === value) ?? null })}
              options={activeValues.map((value) => ({ value, label: activeWord(value) }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconWebhook size={28} />}
            title="No endpoints yet"
            text="An endpoint is told of detections, breaks of the chain and finished packages as they happen."
            action={create}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(endpoint) => <EndpointCard endpoint={endpoint} />}
        exportAll={{ fileName: "webhook-endpoints", fetchPage: list.fetchPage }}
      />
      {isCreating && <EndpointDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** What the service makes of an endpoint's deliveries, as far as it says: why it was disabled, and when. */
function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const text = disabledText(endpoint);
  if (text === null) return <span className={styles.quiet}>Nothing to report</span>;
  return (
    <>
      {text} <Time value={endpoint.disabledAt} format="relative" />
    </>
  );
}

function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <>
      <div>
        <StatusBadge kind="endpoint" value={endpointState(endpoint)} /> {disabledText(endpoint)}
      </div>
      {endpoint.description && <div className={styles.quiet}>{endpoint.description}</div>}
      <EventNames events={endpoint.events} />
    </>
  );
}
