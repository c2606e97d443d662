import { urlEnum } from "@/components/ui/filters/url-values";
import type { DeliveryStatus } from "@/lib/domains/webhooks/delivery-state";
import { eventTypes } from "./labels";

export const deliveryStatuses = [
  "PENDING",
  "RETRY_SCHEDULED",
  "DELIVERED",
  "FAILED",
] as const satisfies readonly DeliveryStatus[];

export const activeValues = ["true", "false"] as const;

export const endpointFilters = { active: urlEnum(activeValues) };
export const deliveryFilters = {
  status: urlEnum(deliveryStatuses),
  type: urlEnum(eventTypes),
};
