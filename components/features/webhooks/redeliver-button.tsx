"use client";

import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { useMay } from "@/components/ui/page/session";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { redeliverButton as texts } from "./texts";

interface RedeliverButtonProps {
  delivery: Pick<Delivery, "id" | "endpointId" | "status" | "type">;
  /** Whether the endpoint is enabled. */
  isActive: boolean;
  size: "xs" | "compact-xs";
}

/** Sends a delivery again with the same ID. Asks first if it was already delivered. */
export function RedeliverButton({ delivery, isActive, size }: RedeliverButtonProps) {
  const mayWrite = useMay("webhooks:write");
  if (!mayWrite) return null;
  return (
    <ConfirmAction
      label={texts.redeliver}
      size={size}
      disabled={!isActive}
      question={delivery.status === "DELIVERED" ? texts.question(delivery.type) : undefined}
      send={() => api.post(`/v1/webhooks/${delivery.endpointId}/deliveries/${delivery.id}/redeliver`)}
      invalidates={[keys.deliveries.all()]}
      success={() => texts.deliveryQueued}
    />
  );
}
