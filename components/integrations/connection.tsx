"use client";

import { Alert, Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { confirm } from "@/components/feedback/confirm";
import { Time } from "@/components/values/time";
import { countedText } from "@/lib/client/format";
import type { Integration } from "@/lib/integrations/schemas";
import { productWords } from "./product-words";

/** Disables an integration, after asking, or enables it again. */
export function EnableSwitch({ integration: { id, enabled } }: { integration: Integration }) {
  const send = useSend<boolean, Integration>({
    send: (next) => api.patch(`/v1/integrations/${id}`, { enabled: next }),
    invalidates: [keys.integrations.all()],
    success: (changed) => (changed.enabled ? "The integration is enabled." : "The integration is disabled."),
  });

  async function change(): Promise<void> {
    const isSure =
      !enabled ||
      (await confirm({
        title: "Disable this integration?",
        body: "Its deliveries are refused until it is enabled again, and nobody is told that none come.",
        action: "Disable",
        danger: true,
      }));
    if (isSure) send.mutate(!enabled);
  }

  return (
    <Button variant={enabled ? "default" : "filled"} size="xs" loading={send.isPending} onClick={() => void change()}>
      {enabled ? "Disable" : "Enable"}
    </Button>
  );
}

/** Above an integration of which nothing comes: since when, and what to do. */
export function ConnectionNotice({ integration }: { integration: Integration }) {
  const { kind, status, lastSeenAt, disconnectedAt, silentAfterHours } = integration;
  const { name } = productWords[kind];
  if (status === "DISCONNECTED")
    return (
      <Alert color="red" title={`${name} has fallen silent`} icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        Disconnected since <Time value={disconnectedAt} />
        {silentAfterHours !== null && `, after ${countedText(silentAfterHours, "hour")} without a delivery`}. The last
        one came: <Time value={lastSeenAt} format="relative" none="never" />. Look at the webhook in {name}: its next
        delivery connects it again.
      </Alert>
    );
  if (status === "DISABLED")
    return (
      <Alert color="orange" title="Disabled" icon={<IconPlugConnectedX size={16} aria-hidden="true" />}>
        What {name} sends is refused. Once it is enabled, what was refused can be sent again from there.
      </Alert>
    );
  return null;
}
