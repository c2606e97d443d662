"use client";

import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import type { IntegrityFinding } from "@/lib/audit-chain/schemas-findings";

/** Requests that a false finding is resolved, with the reason. */
export function ResolveFindingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? "Enter a reason." : null) },
  });
  const send = useSend<string, IntegrityFinding>({
    send: (reason) => api.post(`/v1/audit/findings/${id}/resolution`, { reason }),
    invalidates: [keys.findings.all()],
    success: () => "Resolution requested. Another administrator must confirm it.",
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} size="lg" title="Request resolution">
      <form onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))} noValidate>
        <Stack>
          <FormError error={send.error} title="The resolution was not requested" />
          <Text size="sm">
            Resolve a finding only if it is false. Another administrator must confirm the request. Both steps are
            recorded on the audit chain, and the finding stays in the history. If the same problem is found again, the
            finding reopens.
          </Text>
          <Textarea
            label="Reason"
            description="Visible to your organisation only. It is not part of the event on the chain."
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
            <Button type="submit" loading={send.isPending}>
              Request resolution
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
