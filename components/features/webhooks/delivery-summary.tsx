import { useEventSummary } from "@/components/features/audit-chain/use-event-summary";
import { useModelNames, useSystemModel } from "@/components/features/models/use-models";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { subjectText } from "./labels";

/** What a delivery is about. Events of `audit.created`, which are frequent, are not loaded for it. */
export function DeliverySummary({ delivery }: { delivery: Delivery }) {
  const names = useModelNames();
  const systemModel = useSystemModel();
  const event = useEventSummary(delivery.type === "audit.created" ? null : delivery.eventId);
  return subjectText(delivery, { names, systemModel, event });
}
