"use client";

import { Button, Group, type ModalProps, Stack } from "@mantine/core";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { FormError } from "@/components/ui/feedback/form-error";
import { Dialog } from "@/components/ui/overlay/dialog";

export interface FormDialogProps extends Pick<ModalProps, "onClose" | "size" | "title"> {
  /** The label of the submit button, such as "Create key". */
  action: string;
  /** The action cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
  sending: { error: Error | null; isPending: boolean };
  /** The title of the error message. */
  failure: string;
  /** Replaces the error message. */
  problem?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Lets the browser validate the fields. */
  nativeValidation?: boolean;
  /** Replaces the form after it is sent. */
  result?: ReactNode;
  /** Only a button of the result closes the dialog, because a secret is shown once. */
  locked?: boolean;
  children: ReactNode;
}

/** A form in a dialog. Keeps the values after an error. Ctrl+Enter submits it. */
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
  /** Enter alone adds a line in a text area. */
  function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const { target } = event;
    // On another button, such as Cancel, the keys must not submit the form.
    if (target instanceof HTMLButtonElement && target.type !== "submit") return;
    event.preventDefault();
    if (!disabled && !sending.isPending) event.currentTarget.requestSubmit();
  }

  return (
    <Dialog
      {...modal}
      size={size}
      {...(locked && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {result || (
        <form
          noValidate={!nativeValidation}
          onKeyDown={submitOnEnter}
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
              <Button
                type="submit"
                aria-keyshortcuts="Control+Enter Meta+Enter"
                loading={sending.isPending}
                disabled={disabled}
                {...(danger && { color: "red" })}
              >
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
