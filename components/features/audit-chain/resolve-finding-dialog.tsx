"use client";

import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import type { IntegrityFinding } from "@/lib/domains/audit-chain/schemas-verification";
import { resolveFindingDialog as texts } from "./texts/verification";

/** Requests the resolution of a false positive, with a reason. */
export function ResolveFindingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? texts.enterAReason : null) },
  });
  const send = useSend<string, IntegrityFinding>({
    send: (reason) => api.post(`/v1/audit/findings/${id}/resolution`, { reason }),
    invalidates: [keys.findings.all()],
    success: () => texts.success,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={texts.requestResolution}
      action={texts.requestResolution}
      failure={texts.resolutionNotRequested}
      sending={send}
      onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))}
      onClose={onClose}
    >
      <Text size="sm">{texts.resolveFindingOnly}</Text>
      <Textarea
        label={terms.reason}
        description={texts.reasonDescription}
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
