"use client";

import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import type { LegalHold } from "@/lib/legal-holds/schemas";

/** Releases a hold for good, with the reason. */
export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? "Why is it not needed any more?" : null) },
  });
  const send = useSend<string, LegalHold>({
    send: (reason) => api.post(`/v1/legal-holds/${hold.id}/release`, { reason }),
    invalidates: [keys.legalHolds.all()],
    success: ({ name }) => `The hold ${name} is released.`,
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={`Release ${hold.name}`}>
      <form onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))} noValidate>
        <Stack>
          <FormError error={send.error} title="The hold was not released" />
          <Text size="sm">
            What no other hold covers may be erased again, and is deleted when its time is over. A release is not taken
            back: place another hold instead.
          </Text>
          <Textarea
            label="Reason"
            description="For the organisation alone: it is in no event of the chain"
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            {...form.getInputProps("reason")}
            error={form.errors.reason ?? fieldErrors(send.error).reason}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={send.isPending}>
              Release
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
