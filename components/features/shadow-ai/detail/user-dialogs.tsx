"use client";

import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import type { Identification, UserMatch } from "@/lib/domains/shadow-ai/schemas-users";
import { userDialogs as texts } from "../texts/users";

/** A step towards the identification of a user. */
export type UserStep =
  | { kind: "request"; pseudonym: string }
  | { kind: "approve" | "reject" | "compare"; request: Identification };

interface UserDialogProps {
  detectionId: string;
  step: UserStep;
  onClose: () => void;
}

const invalidates = [keys.identifications.all(), keys.audit.all()];

export function UserDialog({ detectionId, step, onClose }: UserDialogProps) {
  switch (step.kind) {
    case "request":
      return <RequestDialog detectionId={detectionId} pseudonym={step.pseudonym} onClose={onClose} />;
    case "compare":
      return <CompareDialog request={step.request} onClose={onClose} />;
    default:
      return <DecisionDialog request={step.request} decision={step.kind} onClose={onClose} />;
  }
}

interface RequestDialogProps {
  detectionId: string;
  pseudonym: string;
  onClose: () => void;
}

function RequestDialog({ detectionId, pseudonym, onClose }: RequestDialogProps) {
  const [reason, setReason] = useState("");
  const send = useSend({
    send: () => api.post("/v1/user-pseudonyms/identifications", { detectionId, pseudonym, reason }),
    invalidates,
    success: () => texts.requested,
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={texts.requestTitle(pseudonym)}
      action={texts.request}
      failure={texts.notRequested}
      sending={send}
      onSubmit={() => send.mutate()}
      nativeValidation
      onClose={onClose}
    >
      <Text size="sm">{texts.requestNote}</Text>
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        required
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface RequestProps {
  request: Identification;
  onClose: () => void;
}

function DecisionDialog({ request, decision, onClose }: RequestProps & { decision: "approve" | "reject" }) {
  const [note, setNote] = useState("");
  const isApproval = decision === "approve";
  const pseudonym = request.pseudonym ?? texts.deletedPseudonym;
  const send = useSend({
    send: () =>
      api.post(`/v1/user-pseudonyms/identifications/${request.id}/${decision}`, note.trim() === "" ? {} : { note }),
    invalidates,
    success: () => (isApproval ? texts.approved : texts.rejected),
    errors: "form",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={isApproval ? texts.approveTitle(pseudonym) : texts.rejectTitle(pseudonym)}
      action={isApproval ? texts.approve : texts.reject}
      danger={!isApproval}
      failure={texts.notDecided}
      sending={send}
      onSubmit={() => send.mutate()}
      nativeValidation
      onClose={onClose}
    >
      <KeyValue
        rows={[
          [terms.requestedBy, request.requestedBy],
          [texts.reason, request.reason],
        ]}
      />
      <Textarea
        label={texts.note}
        required={!isApproval}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function CompareDialog({ request, onClose }: RequestProps) {
  const [names, setNames] = useState("");
  const send = useSend<void, UserMatch>({
    send: () => {
      const candidates = names.split("\n").map((name) => name.trim());
      return api.post(`/v1/user-pseudonyms/identifications/${request.id}/match`, {
        candidates: candidates.filter(Boolean),
      });
    },
    invalidates,
    errors: "form",
  });
  const match = send.data?.match;
  return (
    <FormDialog
      title={texts.compareTitle(request.pseudonym ?? "")}
      action={texts.compare}
      failure={texts.notCompared}
      sending={send}
      onSubmit={() => send.mutate()}
      nativeValidation
      onClose={onClose}
      result={
        typeof match === "string" && (
          <Stack>
            <Alert color="green" role="status">
              {texts.match(match)}
            </Alert>
            <Group justify="flex-end">
              <Button onClick={onClose}>{texts.close}</Button>
            </Group>
          </Stack>
        )
      }
    >
      {match === null && (
        <Alert color="accent" role="status">
          {texts.noMatch}
        </Alert>
      )}
      <Text size="sm">{texts.compareNote}</Text>
      <Textarea
        label={texts.names}
        description={texts.namesHint}
        required
        rows={8}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={names}
        onChange={(event) => setNames(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
