"use client";

import { Button } from "@mantine/core";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useMay } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import type { Delivery } from "@/lib/webhooks/schemas-deliveries";

interface RedeliverButtonProps {
  delivery: Pick<Delivery, "id" | "endpointId" | "status">;
  /** Whether the endpoint can be sent anything. */
  isActive: boolean;
  size: "xs" | "compact-xs";
}

/** Sends a delivery again: the same envelope, under the same id. What arrived already is only sent after asking. */
export function RedeliverButton({ delivery, isActive, size }: RedeliverButtonProps) {
  const mayWrite = useMay("webhooks:write");
  const send = useSend<void, Delivery>({
    send: () => api.post(`/v1/webhooks/${delivery.endpointId}/deliveries/${delivery.id}/redeliver`),
    invalidates: [keys.deliveries.all()],
    success: () => "It is on its way again.",
  });
  if (!mayWrite) return null;

  async function redeliver(): Promise<void> {
    const isSure =
      delivery.status !== "DELIVERED" ||
      (await confirm({
        title: "Deliver it again?",
        body: "The receiver took it already. It gets the same envelope under the same id once more.",
        action: "Deliver again",
      }));
    if (isSure) send.mutate();
  }

  return (
    <Button
      variant="default"
      size={size}
      disabled={!isActive}
      loading={send.isPending}
      onClick={() => void redeliver()}
    >
      Deliver again
    </Button>
  );
}
