"use client";

import { Alert, Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useMay } from "@/components/app/session";
import { confirm } from "@/components/feedback/confirm";
import { Time } from "@/components/values/time";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { disabledText } from "./endpoint-words";

/** Disables an endpoint, after asking, or enables it again. */
export function EnableSwitch({ endpoint }: { endpoint: WebhookEndpoint }) {
  const send = useSend<boolean, WebhookEndpoint>({
    send: (active) => api.patch(`/v1/webhooks/${endpoint.id}`, { active }),
    invalidates: [keys.webhooks.all(), keys.deliveries.all()],
    success: ({ active }) => (active ? "The endpoint is enabled, from now on." : "The endpoint is disabled."),
  });

  async function change(): Promise<void> {
    const isSure =
      !endpoint.active ||
      (await confirm({
        title: "Disable this endpoint?",
        body: "What is not delivered yet ends as failed, and nothing is kept for it until it is enabled again.",
        action: "Disable",
        danger: true,
      }));
    if (isSure) send.mutate(!endpoint.active);
  }

  return (
    <Button
      variant={endpoint.active ? "default" : "filled"}
      size="xs"
      loading={send.isPending}
      onClick={() => void change()}
    >
      {endpoint.active ? "Disable" : "Enable"}
    </Button>
  );
}

/** Above an endpoint that is disabled: why, since when, and what that means. */
export function DisabledNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = useMay("webhooks:write");
  const reason = disabledText(endpoint);
  if (reason === null) return null;
  return (
    <Alert
      color="red"
      title="This endpoint is told of nothing"
      icon={<IconPlugConnectedX size={16} aria-hidden="true" />}
    >
      {reason} Since <Time value={endpoint.disabledAt} />.{" "}
      {mayWrite
        ? "Once its receiver is repaired, enable it: then it can be tested, and what failed before can be recovered."
        : "An administrator can enable it."}
    </Alert>
  );
}
