"use client";

import { IconWebhook } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { useModelNames } from "@/components/audit/use-model-names";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { StatusBadge } from "@/components/values/status-badge";
import { statusWord } from "@/components/values/status-words";
import { Time } from "@/components/values/time";
import type { Integration } from "@/lib/integrations/schemas";
import type { Delivery } from "@/lib/integrations/schemas-deliveries";
import { deliveryResults } from "@/lib/integrations/vocabulary";
import { reasonWords } from "./delivery-words";
import { deliveryFilters } from "./filters";
import styles from "./integrations.module.css";

/** What an integration received, newest first, and what became of it. */
export function DeliveryList({ integration: { id } }: { integration: Integration }) {
  const names = useModelNames();
  const { filters, set, clear } = useFilters(deliveryFilters);
  const list = useList<Delivery>({
    key: keys.integrations.deliveries(id, filters),
    path: `/v1/integrations/${id}/deliveries`,
    filters,
  });
  const count = countFilters(filters);
  const resultWord = (value: string) => statusWord("received", value);

  return (
    <div className={styles.section}>
      <h2>Deliveries</h2>
      <DataTable
        name="integration-deliveries"
        label="Deliveries"
        columns={columnsWith(names)}
        rows={list.rows}
        rowId={({ deliveryId }) => deliveryId}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar
            active={activeFilters(filters, { result: { label: "Result", word: resultWord } }, set)}
            onClear={clear}
          >
            <FilterSelect
              label="Result"
              value={filters.result}
              onChange={(value) => set({ result: deliveryResults.find((one) => one === value) ?? null })}
              options={deliveryResults.map((value) => ({ value, label: resultWord(value) }))}
            />
          </FilterBar>
        }
        empty={
          <EmptyState
            icon={<IconWebhook size={28} />}
            title="Nothing was received yet"
            text="What the product sends shows here, whether it becomes an event or not."
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(delivery) => <DeliveryCard delivery={delivery} names={names} />}
        exportAll={{ fileName: "integration-deliveries", fetchPage: list.fetchPage }}
      />
    </div>
  );
}

function columnsWith(names: ReadonlyMap<string, string>): Column<Delivery>[] {
  return [
    {
      id: "topic",
      header: "What it told of",
      rowHeader: true,
      hideable: false,
      minWidth: "12rem",
      cell: ({ topic }) => <span className={styles.topic}>{topic}</span>,
      csv: ({ topic }) => topic,
    },
    {
      id: "result",
      header: "Result",
      cell: ({ result }) => <StatusBadge kind="received" value={result} />,
      csv: ({ result }) => result,
    },
    {
      id: "outcome",
      header: "Model, or why none",
      minWidth: "14.5rem",
      cell: (delivery) => <Outcome delivery={delivery} names={names} />,
    },
    {
      id: "reason",
      header: "Reason",
      hiddenByDefault: true,
      cell: ({ reason }) => (reason === null ? "–" : reasonWords[reason]),
      csv: ({ reason }) => reason,
    },
    {
      id: "modelId",
      header: "Model id",
      hiddenByDefault: true,
      cell: ({ modelId }) => modelId ?? "–",
      csv: ({ modelId }) => modelId,
    },
    {
      id: "eventId",
      header: "Event",
      cell: ({ eventId }) => <EventLink eventId={eventId} />,
      csv: ({ eventId }) => eventId,
    },
    {
      id: "receivedAt",
      header: "Received",
      cell: ({ receivedAt }) => <Time value={receivedAt} />,
      csv: ({ receivedAt }) => receivedAt,
    },
    {
      id: "deliveryId",
      header: "Id",
      hiddenByDefault: true,
      cell: ({ deliveryId }) => deliveryId,
      csv: ({ deliveryId }) => deliveryId,
    },
  ];
}

interface OutcomeProps {
  delivery: Delivery;
  names: ReadonlyMap<string, string>;
}

/** The model that the event is about; where there is no event, why. */
function Outcome({ delivery: { modelId, reason }, names }: OutcomeProps) {
  if (modelId !== null) return names.get(modelId) ?? modelId;
  return reason === null ? "–" : <span className={styles.quiet}>{reasonWords[reason]}</span>;
}

function EventLink({ eventId }: { eventId: string | null }) {
  return eventId === null ? "–" : <Link href={`/audit/${eventId}`}>Event</Link>;
}

function DeliveryCard({ delivery, names }: OutcomeProps) {
  const { result, eventId, receivedAt } = delivery;
  return (
    <>
      <div>
        <StatusBadge kind="received" value={result} /> <Time value={receivedAt} />
      </div>
      <div>
        {eventId !== null && (
          <>
            <EventLink eventId={eventId} /> on{" "}
          </>
        )}
        <Outcome delivery={delivery} names={names} />
      </div>
    </>
  );
}
