"use client";

import { IconWebhook } from "@tabler/icons-react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { breakable } from "@/components/ui/values/key-value";
import { StatusBadge, statusLabel } from "@/components/ui/values/status-badge";
import { deliveryResults } from "@/lib/domains/integrations/enums";
import type { Delivery, Integration } from "@/lib/domains/integrations/schemas";
import { countText } from "@/lib/platform/client/format";
import { deliveryFilters } from "./filters";
import styles from "./integrations.module.css";
import { ignoredReasonLabels, isPing, shownResult, topicText } from "./labels";
import { common, deliveryList as texts } from "./texts";

/** The deliveries of an integration and their results, newest first. */
export function DeliveryList({ integration: { id } }: { integration: Integration }) {
  const names = useModelNames();
  return (
    <Section title={texts.deliveries} panel>
      <ResourceTable<Delivery, typeof deliveryFilters>
        label={texts.receivedDeliveries}
        name="integration-deliveries"
        listKey={(filters) => keys.integrations.deliveries(id, filters)}
        path={`/v1/integrations/${id}/deliveries`}
        parsers={deliveryFilters}
        filterFields={{
          result: { label: texts.result, options: deliveryResults, labelOf: (value) => statusLabel("received", value) },
        }}
        columns={columnsWith(names)}
        rowId={({ deliveryId }) => deliveryId}
        empty={<EmptyState icon={<IconWebhook size={28} />} title={common.noDeliveriesYet} text={texts.emptyText} />}
      />
    </Section>
  );
}

const column = columnsOf<Delivery>();
function columnsWith(names: ReadonlyMap<string, string>): Column<Delivery>[] {
  return [
    column.text("topic", texts.topic, {
      cell: ({ topic }) => <Topic topic={topic} />,
      ...naming,
      inCards: true,
      minWidth: "8rem",
    }),
    column.text("result", texts.result, {
      cell: (delivery) => <StatusBadge kind="received" value={shownResult(delivery)} />,
      inCards: "corner",
    }),
    {
      id: "outcome",
      header: texts.modelOrReason,
      minWidth: "9rem",
      inCards: "bare",
      cell: (delivery) => <Outcome delivery={delivery} names={names} />,
    },
    column.text("reason", terms.reason, {
      cell: ({ reason }) => (reason === null ? "–" : ignoredReasonLabels[reason]),
      hiddenByDefault: true,
    }),
    column.text("modelId", texts.modelId, { hiddenByDefault: true }),
    column.text("eventId", terms.event, { cell: (delivery) => <EventLink delivery={delivery} />, inCards: "bare" }),
    column.time("receivedAt", texts.received, { format: "seconds", inCards: "bare" }),
    column.text("deliveryId", terms.id, { hiddenByDefault: true }),
  ];
}

function Topic({ topic }: { topic: string }) {
  return (
    <>
      {topicText(topic)}
      <div className="quiet">
        <code className={styles.topic}>{breakable(topic)}</code>
      </div>
    </>
  );
}

interface OutcomeProps {
  delivery: Delivery;
  names: ReadonlyMap<string, string>;
}

/** The model of the event, or why no event was recorded. */
function Outcome({ delivery, names }: OutcomeProps) {
  const { modelId, reason } = delivery;
  if (modelId !== null) return names.get(modelId) ?? modelId;
  if (reason === null) return "–";
  return <span className="quiet">{isPing(delivery) ? texts.confirmsConnection : ignoredReasonLabels[reason]}</span>;
}

function EventLink({ delivery: { eventId, chainPosition } }: { delivery: Delivery }) {
  return eventId === null ? "–" : <Link href={`/audit/${eventId}`}>#{countText(chainPosition)}</Link>;
}
