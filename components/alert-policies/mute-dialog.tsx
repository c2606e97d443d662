"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import { toFieldValue } from "@/components/filters/date-field-values";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { minutesText } from "./policy-words";

const periods = [60, 8 * 60, 24 * 60, 7 * 24 * 60];

const fieldAfter = (minutes: number) => toFieldValue(new Date(Date.now() + minutes * 60_000).toISOString());

/** Until when a policy is to tell nobody. */
export function MuteDialog({ policy, onClose }: { policy: AlertPolicy; onClose: () => void }) {
  const [until, setUntil] = useState(() => fieldAfter(60));
  const [problem, setProblem] = useState<string>();
  const send = useSend<string, AlertPolicy>({
    send: (mutedUntil) => api.patch(`/v1/alert-policies/${policy.id}`, { mutedUntil }),
    invalidates: [keys.alertPolicies.all()],
    success: () => "The policy is muted.",
    errors: "form",
    onSuccess: onClose,
  });

  function choose(value: string): void {
    setUntil(value);
    setProblem(undefined);
  }

  return (
    <Modal opened onClose={onClose} title={`Mute ${policy.name}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const at = new Date(until);
          if (at.getTime() > Date.now()) send.mutate(at.toISOString());
          else setProblem("Choose a time that is still to come.");
        }}
      >
        <Stack>
          <FormError error={send.error} title="The policy was not muted" />
          <div>What happens is counted, and nobody is told of it. The first event behind that time is told again.</div>
          <Group gap="xs">
            {periods.map((minutes) => (
              <Button key={minutes} variant="default" size="compact-xs" onClick={() => choose(fieldAfter(minutes))}>
                {minutesText(minutes)}
              </Button>
            ))}
          </Group>
          <TextInput
            type="datetime-local"
            label="Until"
            required
            data-autofocus
            value={until}
            onChange={(event) => choose(event.currentTarget.value)}
            error={problem ?? fieldErrors(send.error).mutedUntil}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Mute
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
