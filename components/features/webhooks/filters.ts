import { parseAsStringLiteral } from "nuqs/server";
import type { DeliveryStatus } from "@/lib/domains/webhooks/delivery-state";
import { eventTypes } from "./labels";

export const deliveryStatuses = [
  "PENDING",
  "RETRY_SCHEDULED",
  "DELIVERED",
  "FAILED",
] as const satisfies readonly DeliveryStatus[];

export const activeValues = ["true", "false"] as const;

export const endpointFilters = { active: parseAsStringLiteral(activeValues) };
export const deliveryFilters = {
  status: parseAsStringLiteral(deliveryStatuses),
  type: parseAsStringLiteral(eventTypes),
};
