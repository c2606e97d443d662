"use client";

import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { useMay } from "@/components/ui/page/session";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";

interface RedeliverButtonProps {
  delivery: Pick<Delivery, "id" | "endpointId" | "status">;
  /** Whether the endpoint can be sent anything. */
  isActive: boolean;
  size: "xs" | "compact-xs";
}

/** Sends a delivery again: the same envelope, under the same id. What arrived already is only sent after asking. */
export function RedeliverButton({ delivery, isActive, size }: RedeliverButtonProps) {
  const mayWrite = useMay("webhooks:write");
  if (!mayWrite) return null;
  return (
    <ConfirmAction
      label="Deliver again"
      size={size}
      disabled={!isActive}
      question={
        delivery.status === "DELIVERED"
          ? {
              title: "Deliver it again?",
              body: "The receiver took it already. It gets the same envelope under the same id once more.",
              action: "Deliver again",
            }
          : undefined
      }
      send={() => api.post(`/v1/webhooks/${delivery.endpointId}/deliveries/${delivery.id}/redeliver`)}
      invalidates={[keys.deliveries.all()]}
      success={() => "It is on its way again."}
    />
  );
}
