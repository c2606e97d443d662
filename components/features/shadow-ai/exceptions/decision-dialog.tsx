"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { DecideException, ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { ApproverChanges } from "../detection-values";

interface DecisionDialogProps {
  request: ExceptionRequest;
  decision: "approve" | "reject";
  onClose: () => void;
}

/** Approves or rejects another member's exception request. */
export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps) {
  const [note, setNote] = useState("");
  const action = decision === "approve" ? "Approve" : "Reject";
  const send = useSend<void, ExceptionRequest>({
    send: () => {
      const body: DecideException = note.trim() === "" ? {} : { note };
      return api.post(`/v1/shadow-ai/exceptions/${request.id}/${decision}`, body);
    },
    invalidates: [keys.exceptions.all(), keys.detections.all(), keys.audit.all(), keys.overview()],
    success: () => (decision === "approve" ? "Exception approved." : "Exception request rejected."),
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`${action} the exception for ${request.detection.endpoint}`}
      action={action}
      danger={decision === "reject"}
      failure="Decision not saved"
      sending={send}
      onSubmit={() => send.mutate()}
      nativeValidation
      onClose={onClose}
    >
      <KeyValue
        rows={[
          ["Requested by", request.requestedBy],
          ["Department", request.detection.departmentHint],
          ["Justification", request.justification],
          ["Expires", <Time key="expires" value={request.expiresAt} format="day" />],
          ["Approver account changes", <ApproverChanges key="changes" {...request} />],
        ]}
      />
      <Textarea
        label="Note to the requester"
        required={decision === "reject"}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
