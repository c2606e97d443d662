"use client";

import { Button, Group, Modal, Stack } from "@mantine/core";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { FormError } from "@/components/feedback/form-error";
import type { UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";

interface TriageFormProps {
  title: string;
  /** What the button says: the deed. */
  action: string;
  opened: boolean;
  sending: UseMutationResult<UpdatedDetections, Error, void>;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of the dialogs of triage. What was refused keeps what was written. */
export function TriageForm({ title, action, opened, sending, onClose, children }: TriageFormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate();
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <FormError error={sending.error} title="Nothing was changed" />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Sends what a dialog asks for, once at a time. */
export function useSending(send: () => Promise<UpdatedDetections>, onDone: (outcome: UpdatedDetections) => void) {
  return useMutation<UpdatedDetections, Error, void>({ mutationFn: send, onSuccess: onDone });
}
