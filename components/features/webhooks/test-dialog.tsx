"use client";

import { NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { eventText, eventTypes } from "./labels";
import { common, testDialog as texts } from "./texts";

/** Sends a test event to an endpoint and opens its delivery. */
export function TestDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const router = useRouter();
  const first = eventTypes.find((type) => endpoint.events.includes(type)) ?? "audit.created";
  const [type, setType] = useState<WebhookEventType>(first);
  const send = useSend<WebhookEventType, Delivery>({
    send: (chosen) => api.post(`/v1/webhooks/${endpoint.id}/test`, { type: chosen }),
    invalidates: [keys.deliveries.all()],
    success: () => texts.testEventQueued,
    errors: "form",
    onSuccess: ({ id }) => {
      onClose();
      router.push(`/webhooks/${endpoint.id}/deliveries/${id}`);
    },
  });
  const optionsOf = (subscribed: boolean) =>
    eventTypes.filter((one) => endpoint.events.includes(one) === subscribed).map((value) => ({ value, label: value }));
  const others = optionsOf(false);

  return (
    <FormDialog
      title={common.sendTestEvent}
      size="md"
      {...texts.dialog}
      sending={send}
      onSubmit={() => send.mutate(type)}
      nativeValidation
      onClose={onClose}
    >
      <div>
        Sends the example event from the API reference with <code>livemode: false</code>. The request is signed in the
        same way as live deliveries.
      </div>
      <NativeSelect
        label={texts.eventType}
        data-autofocus
        description={eventText(type)}
        data={[
          { group: texts.subscribed, items: optionsOf(true) },
          ...(others.length > 0 ? [{ group: texts.notSubscribed, items: others }] : []),
        ]}
        value={type}
        onChange={(event) => setType(eventTypes.find((one) => one === event.currentTarget.value) ?? first)}
      />
    </FormDialog>
  );
}
