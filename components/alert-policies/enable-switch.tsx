"use client";

import { Button } from "@mantine/core";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { confirm } from "@/components/feedback/confirm";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";

/** Switches a policy off, after asking, or on again. */
export function EnableSwitch({ policy: { id, enabled } }: { policy: AlertPolicy }) {
  const send = useSend<boolean, AlertPolicy>({
    send: (next) => api.patch(`/v1/alert-policies/${id}`, { enabled: next }),
    invalidates: [keys.alertPolicies.all()],
    success: (changed) => (changed.enabled ? "The policy is on, from now on." : "The policy is off."),
  });

  async function change(): Promise<void> {
    const isSure =
      !enabled ||
      (await confirm({
        title: "Switch this policy off?",
        body: "It looks at nothing until it is switched on again, and then begins afresh.",
        action: "Switch off",
        danger: true,
      }));
    if (isSure) send.mutate(!enabled);
  }

  return (
    <Button variant={enabled ? "default" : "filled"} size="xs" loading={send.isPending} onClick={() => void change()}>
      {enabled ? "Switch off" : "Switch on"}
    </Button>
  );
}
