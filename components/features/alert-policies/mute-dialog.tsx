"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { toFieldValue } from "@/components/ui/filters/filter-periods";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { minutesText } from "./labels";
import { common, muteDialog as texts } from "./texts";

const periods = [60, 8 * 60, 24 * 60, 7 * 24 * 60];

const fieldAfter = (minutes: number) => toFieldValue(new Date(Date.now() + minutes * 60_000).toISOString());

/** Mutes a policy until a chosen time. */
export function MuteDialog({ policy, onClose }: { policy: AlertPolicy; onClose: () => void }) {
  const [until, setUntil] = useState(() => fieldAfter(60));
  const [problem, setProblem] = useState<string>();
  const send = useSend<string, AlertPolicy>({
    send: (mutedUntil) => api.patch(`/v1/alert-policies/${policy.id}`, { mutedUntil }),
    invalidates: [keys.alertPolicies.all()],
    success: () => texts.policyMuted,
    errors: "form",
    onSuccess: onClose,
  });

  function choose(value: string): void {
    setUntil(value);
    setProblem(undefined);
  }

  function mute(): void {
    const at = new Date(until);
    if (at.getTime() > Date.now()) send.mutate(at.toISOString());
    else setProblem(texts.chooseTimeFuture);
  }

  return (
    <FormDialog
      title={texts.muteNamed(policy.name)}
      size="md"
      action={common.mute}
      failure={texts.policyNotMuted}
      sending={send}
      onSubmit={mute}
      onClose={onClose}
    >
      <div>{texts.matchingEventsCounted}</div>
      <Group gap="xs">
        {periods.map((minutes) => (
          <Button key={minutes} variant="default" size="compact-xs" onClick={() => choose(fieldAfter(minutes))}>
            {minutesText(minutes)}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={texts.until}
        required
        data-autofocus
        value={until}
        onChange={(event) => choose(event.currentTarget.value)}
        error={problem ?? fieldErrors(send.error).mutedUntil}
      />
    </FormDialog>
  );
}
