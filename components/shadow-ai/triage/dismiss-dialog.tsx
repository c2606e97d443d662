"use client";

import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { type TriageDialogProps, whichOf } from "./dialog-props";
import { TriageForm, useSending } from "./triage-form";
import { useTriage } from "./use-triage";

/** Dismisses what is noise, a duplicate, or out of scope. */
export function DismissDialog({ detections, all, opened, etag, onClose, onDone }: TriageDialogProps) {
  const triage = useTriage(all);
  const [notes, setNotes] = useState("");
  const sending = useSending(() => triage.decide(detections, { status: "DISMISSED", notes }, { etag }), onDone);
  return (
    <TriageForm
      title={`Dismiss ${whichOf(detections, all)}`}
      action="Dismiss"
      opened={opened}
      sending={sending}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        For noise, duplicates, and what is out of scope. It can be reopened.
      </Text>
      <Textarea
        label="Why"
        required
        data-autofocus
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </TriageForm>
  );
}
