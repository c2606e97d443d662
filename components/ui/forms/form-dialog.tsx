"use client";

import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FormError } from "@/components/ui/feedback/form-error";

export interface FormDialogProps extends Pick<ModalProps, "onClose" | "size" | "title"> {
  /** What the button says: verb and object. */
  action: string;
  /** Whether what the button does cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
  /** The mutation that the form sends. */
  sending: { error: Error | null; isPending: boolean };
  /** The title of the reason why it was refused. */
  failure: string;
  /** Takes the place of that reason. */
  problem?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Whether the browser checks required fields, where the form has no messages of its own. */
  nativeValidation?: boolean;
  /** Takes the place of the form once it is sent. */
  result?: ReactNode;
  /** Whether only a button of the result closes it: a secret is shown once. */
  locked?: boolean;
  children: ReactNode;
}

/** A form in a dialog. What was refused keeps what was written. */
export function FormDialog({
  action,
  danger = false,
  disabled = false,
  sending,
  failure,
  problem,
  onSubmit,
  nativeValidation = false,
  result,
  locked = false,
  children,
  size = "lg",
  ...modal
}: FormDialogProps) {
  return (
    <Modal
      {...modal}
      opened
      size={size}
      {...(locked && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {result || (
        <form
          noValidate={!nativeValidation}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          <Stack>
            {problem || <FormError error={sending.error} title={failure} />}
            {children}
            <Group justify="flex-end">
              <Button variant="default" onClick={modal.onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={sending.isPending} disabled={disabled} {...(danger && { color: "red" })}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
