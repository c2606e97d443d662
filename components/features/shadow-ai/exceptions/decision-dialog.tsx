"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { DecideException, ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { Person } from "../detection-values";
import { common } from "../texts/common";
import { decisionDialog as texts } from "../texts/exceptions";
import { ApproverChanges } from "./approver-changes";

interface DecisionDialogProps {
  request: ExceptionRequest;
  decision: "approve" | "reject";
  onClose: () => void;
}

/** Approves or rejects another member's exception request. */
export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps) {
  const { detection } = request;
  const [note, setNote] = useState("");
  const action = decision === "approve" ? texts.approve : texts.reject;
  const send = useSend<void, ExceptionRequest>({
    send: () => {
      const body: DecideException = note.trim() === "" ? {} : { note };
      return api.post(`/v1/shadow-ai/exceptions/${request.id}/${decision}`, body);
    },
    invalidates: [keys.exceptions.all(), keys.detections.all(), keys.audit.all(), keys.overview()],
    success: () => (decision === "approve" ? texts.exceptionApproved : texts.exceptionRequestRejected),
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={texts.title(action, detection.endpoint)}
      action={action}
      danger={decision === "reject"}
      failure={texts.decisionNotSaved}
      sending={send}
      onSubmit={() => send.mutate()}
      nativeValidation
      onClose={onClose}
    >
      <KeyValue
        rows={[
          [terms.severity, <Severity key="severity" value={detection.severity} />],
          [texts.riskScore, texts.outOf100(detection.riskScore)],
          [common.calls, <Count key="calls" value={detection.estimatedCallVolume} />],
          [common.lastTraffic, <Time key="last" value={detection.lastSeenAt} />],
          [terms.department, detection.departmentHint],
          [terms.requestedBy, <Person key="requester" name={request.requestedByName} address={request.requestedBy} />],
          [common.justification, request.justification],
          [common.requestedUntil, <Time key="until" value={request.expiresAt} format="day" />],
          [common.approverAccountChanges, <ApproverChanges key="changes" {...request} />],
        ]}
      />
      <Textarea
        label={texts.noteToTheRequester}
        required={decision === "reject"}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
