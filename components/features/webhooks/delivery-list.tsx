"use client";

import { IconSend } from "@tabler/icons-react";
import { useModelName } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { statusLabel } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { DeliverySummary } from "./delivery-summary";
import { deliveryFilters, deliveryStatuses } from "./filters";
import { eventTypes, failureReasonText, subjectText } from "./labels";
import { RedeliverButton } from "./redeliver-button";
import { common, deliveryList as texts } from "./texts";

const column = columnsOf<Delivery>();
function columnsWith(known: Parameters<typeof subjectText>[1]): Column<Delivery>[] {
  return [
    column.text("type", texts.type, naming),
    column.text("summary", terms.summary, {
      of: (delivery) => subjectText(delivery, known),
      cell: (delivery) => <DeliverySummary delivery={delivery} />,
      minWidth: "9rem",
      inCards: "bare",
    }),
    column.status("delivery", ({ status }) => status),
    column.count("attempts", common.attempts, { inCards: false }),
    column.time("nextAttemptAt", common.nextAttempt, { format: "relative", hiddenByDefault: true }),
    column.text("failureReason", texts.outcome, {
      cell: (delivery) => <Outcome delivery={delivery} />,
      isEmpty: (delivery) => !isUndelivered(delivery),
      inCards: "bare",
    }),
    column.time("createdAt", terms.created, { format: "seconds", inCards: "bare" }),
    column.time("finishedAt", common.finished, { format: "seconds", hiddenByDefault: true }),
    column.text("id", terms.id, { hiddenByDefault: true }),
  ];
}

/** The deliveries of an endpoint, newest first. */
export function DeliveryList({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const columns = columnsWith({ modelName: useModelName() });
  const redeliver: Column<Delivery> = {
    id: "action",
    header: texts.action,
    actions: true,
    hideable: false,
    isEmpty: (delivery) => !isUndelivered(delivery),
    cell: (delivery) => <Redeliver delivery={delivery} endpoint={endpoint} />,
  };

  return (
    <Section title={texts.deliveries} panel>
      <ResourceTable<Delivery, typeof deliveryFilters>
        label={texts.sentDeliveries}
        name="deliveries"
        listKey={(filters) => keys.deliveries.list(endpoint.id, filters)}
        path={`/v1/webhooks/${endpoint.id}/deliveries`}
        parsers={deliveryFilters}
        filterFields={{
          status: {
            label: terms.status,
            options: deliveryStatuses,
            labelOf: (value) => statusLabel("delivery", value),
          },
          type: { label: texts.type, options: eventTypes },
        }}
        columns={mayWrite ? [...columns, redeliver] : columns}
        rowHref={({ id }) => `/webhooks/${endpoint.id}/deliveries/${id}`}
        empty={<EmptyState icon={<IconSend size={28} />} title={texts.noDeliveriesYet} text={texts.emptyText} />}
      />
    </Section>
  );
}

interface DeliveryProps {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
}

/** Whether a delivery failed or is waiting for its next attempt, which can be hours away. */
function isUndelivered({ status }: Delivery): boolean {
  return status === "FAILED" || status === "RETRY_SCHEDULED";
}

function Redeliver({ delivery, endpoint }: DeliveryProps) {
  if (!isUndelivered(delivery)) return null;
  return <RedeliverButton delivery={delivery} isActive={endpoint.active} size="compact-xs" />;
}

/** Why it failed, or when it is retried. */
function Outcome({ delivery: { status, failureReason, nextAttemptAt } }: { delivery: Delivery }) {
  if (failureReason !== null) return failureReasonText(failureReason);
  if (status !== "RETRY_SCHEDULED") return "–";
  return (
    <>
      {common.nextAttempt} <Time value={nextAttemptAt} format="relative" />
    </>
  );
}
