"use client";

import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { IntegrityFinding } from "@/lib/domains/audit-chain/schemas-verification";

/** Requests the resolution of a false positive, with a reason. */
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
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title="Request resolution"
      action="Request resolution"
      failure="Resolution not requested"
      sending={send}
      onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))}
      onClose={onClose}
    >
      <Text size="sm">
        Resolve a finding only if it is a false positive. Another administrator must confirm the request. Both steps are
        recorded on the audit chain, and the finding stays in the history. If the same problem is found again, the
        finding reopens.
      </Text>
      <Textarea
        label="Reason"
        description="Visible to your organisation only. Not stored on the audit chain."
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        {...field("reason")}
      />
    </FormDialog>
  );
}
