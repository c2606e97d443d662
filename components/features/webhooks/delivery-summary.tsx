import { useEventSummary } from "@/components/features/audit-chain/use-event-summary";
import { useModelNames, useSystemModel } from "@/components/features/models/use-models";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { subjectText } from "./labels";

/** The summary of a delivery and its event. Events of `audit.created` are frequent, so they are not loaded. */
export function DeliverySummary({ delivery }: { delivery: Delivery }) {
  const names = useModelNames();
  const systemModel = useSystemModel();
  const event = useEventSummary(delivery.type === "audit.created" ? null : delivery.eventId);
  return subjectText(delivery, { names, systemModel, event });
}
