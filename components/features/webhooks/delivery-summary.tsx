import { useEventSummary } from "@/components/features/audit-chain/use-event-summary";
import { useModelName } from "@/components/features/models/use-models";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { subjectText } from "./labels";

/** The summary of a delivery. `loadsEvent`: with that of its event, which takes a request. */
export function DeliverySummary({ delivery, loadsEvent = false }: { delivery: Delivery; loadsEvent?: boolean }) {
  const modelName = useModelName();
  const event = useEventSummary(loadsEvent ? delivery.eventId : null);
  return subjectText(delivery, { modelName, event });
}
