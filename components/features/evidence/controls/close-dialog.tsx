"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useResource } from "@/components/ui/api/queries";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control } from "@/lib/domains/evidence/schemas-controls";
import { closeDialog as texts } from "../texts/controls";
import { controlName } from "./controls";

interface CloseDialogProps {
  control: Control;
  assignment: ControlAssignment;
  onChanged: (assignment: ControlAssignment) => void;
  onClose: () => void;
}

/** Closes an assignment with a reason, unless someone else changed it after it was shown. */
export function CloseDialog({ control, assignment: { id }, onChanged, onClose }: CloseDialogProps) {
  const name = controlName(control);
  const [reason, setReason] = useState("");
  const path = `/v1/control-assignments/${id}`;
  const { data: latest } = useResource<ControlAssignment>(keys.controlAssignments.one(id), path);
  const send = useSend<void, ControlAssignment>({
    send: () => {
      const headers: Record<string, string> = latest?.etag ? { "If-Match": latest.etag } : {};
      return api.post(`${path}/close`, { reason: reason.trim() }, { headers });
    },
    invalidates: [keys.controlAssignments.all()],
    errors: "form",
    success: () => texts.closed(name),
    onSuccess: (closed) => {
      onChanged(closed);
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.closeControl(name)}
      action={texts.closeAssignment}
      failure={texts.closeFailed}
      disabled={latest === undefined}
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <p>{texts.closeNotice}</p>
      <Textarea
        label={terms.reason}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={2_000}
        value={reason}
        error={fieldErrors(send.error)["reason"]}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
