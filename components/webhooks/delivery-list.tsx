"use client";

import { IconSend } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { useMay } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Count } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { statusWord } from "@/components/values/status-words";
import { Time } from "@/components/values/time";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import type { Delivery } from "@/lib/webhooks/schemas-deliveries";
import { reasonWord } from "./delivery-words";
import { eventTypes } from "./event-words";
import { deliveryFilters, deliveryStatuses } from "./filters";
import { RedeliverButton } from "./redeliver-button";
import styles from "./webhooks.module.css";

const columns: Column<Delivery>[] = [
  { id: "type", header: "Type", rowHeader: true, hideable: false, cell: ({ type }) => type, csv: ({ type }) => type },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="delivery" value={status} />,
    csv: ({ status }) => status,
  },
  {
    id: "attempts",
    header: "Attempts",
    align: "right",
    cell: ({ attempts }) => <Count value={attempts} />,
    csv: ({ attempts }) => attempts,
  },
  {
    id: "nextAttemptAt",
    header: "Next attempt",
    hiddenByDefault: true,
    cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} format="relative" />,
    csv: ({ nextAttemptAt }) => nextAttemptAt,
  },
  {
    id: "failureReason",
    header: "Outcome",
    cell: (delivery) => <Outcome delivery={delivery} />,
    csv: ({ failureReason }) => failureReason,
  },
  {
    id: "createdAt",
    header: "Created",
    cell: ({ createdAt }) => <Time value={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: "finishedAt",
    header: "Finished",
    hiddenByDefault: true,
    cell: ({ finishedAt }) => <Time value={finishedAt} />,
    csv: ({ finishedAt }) => finishedAt,
  },
  { id: "id", header: "Id", hiddenByDefault: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

/** What was or is to be sent to an endpoint, newest first. */
export function DeliveryList({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const { filters, set, clear } = useFilters(deliveryFilters);
  const list = useList<Delivery>({
    key: keys.deliveries.list(endpoint.id, filters),
    path: `/v1/webhooks/${endpoint.id}/deliveries`,
    filters,
  });
  const count = countFilters(filters);
  const redeliver: Column<Delivery> = {
    id: "action",
    header: "Action",
    actions: true,
    hideable: false,
    cell: (delivery) =>
      delivery.status === "FAILED" && (
        <RedeliverButton delivery={delivery} isActive={endpoint.active} size="compact-xs" />
      ),
  };
  const words = {
    status: { label: "Status", word: (value: string) => statusWord("delivery", value) },
    type: { label: "Type" },
  };

  return (
    <div className={styles.section}>
      <h2>Deliveries</h2>
      <DataTable
        name="deliveries"
        label="Deliveries"
        columns={mayWrite ? [...columns, redeliver] : columns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/webhooks/${endpoint.id}/deliveries/${id}`}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
            <FilterSelect
              label="Status"
              value={filters.status}
              onChange={(value) => set({ status: deliveryStatuses.find((one) => one === value) ?? null })}
              options={deliveryStatuses.map((value) => ({ value, label: statusWord("delivery", value) }))}
            />
            <FilterSelect
              label="Type"
              value={filters.type}
              onChange={(value) => set({ type: eventTypes.find((one) => one === value) ?? null })}
              options={eventTypes.map((value) => ({ value, label: value }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconSend size={28} />}
            title="Nothing was sent yet"
            text="What happens from now on is sent and shows here. A test event shows at once whether the receiver answers."
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(delivery) => <DeliveryCard delivery={delivery} />}
        exportAll={{ fileName: "deliveries", fetchPage: list.fetchPage }}
      />
    </div>
  );
}

/** Why it failed, or when the next attempt follows one that did. */
function Outcome({ delivery: { status, failureReason, nextAttemptAt } }: { delivery: Delivery }) {
  if (failureReason !== null) return reasonWord(failureReason);
  if (status !== "RETRY_SCHEDULED") return "–";
  return (
    <>
      Next attempt <Time value={nextAttemptAt} format="relative" />
    </>
  );
}

function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const { status, createdAt } = delivery;
  return (
    <>
      <div>
        <StatusBadge kind="delivery" value={status} /> <Time value={createdAt} />
      </div>
      {(status === "FAILED" || status === "RETRY_SCHEDULED") && (
        <div className={styles.quiet}>
          <Outcome delivery={delivery} />
        </div>
      )}
    </>
  );
}
