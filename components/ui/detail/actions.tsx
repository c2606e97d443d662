"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { confirm, type Question } from "@/components/ui/feedback/confirm";
import { Section } from "./section";

type ActionProps = Pick<ButtonProps, "c" | "disabled" | "leftSection" | "size" | "variant"> & {
  label: string;
  /** The accessible name, if the label alone is ambiguous. */
  "aria-label"?: string;
};

interface DialogButtonProps extends ActionProps {
  dialog: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, dialog, size = "xs", variant = "default", ...button }: DialogButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...button} size={size} variant={variant} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened && dialog(() => setOpened(false))}
    </>
  );
}

interface ConfirmActionProps<Output> extends ActionProps {
  /** Without it, the action runs immediately. */
  question?: Question | undefined;
  send: () => Promise<Output>;
  /** Query key prefixes to refetch. */
  invalidates?: readonly QueryKey[];
  success?: (output: Output) => string;
  onSuccess?: (output: Output) => void;
}

/** A button that opens a confirmation, sends a change and shows the result. */
export function ConfirmAction<Output>({
  label,
  question,
  size = "xs",
  variant = "default",
  ...rest
}: ConfirmActionProps<Output>) {
  const { send: request, invalidates, success, onSuccess, ...button } = rest;
  const send = useSend<void, Output>({
    send: request,
    ...(invalidates && { invalidates }),
    ...(success && { success }),
    ...(onSuccess && { onSuccess }),
  });

  async function run(): Promise<void> {
    if (!question || (await confirm(question))) send.mutate();
  }

  return (
    <Button {...button} size={size} variant={variant} loading={send.isPending} onClick={() => void run()}>
      {label}
    </Button>
  );
}

export interface ToggleProps<Output> {
  on: boolean;
  /** The labels of the button while on and while off: "Disable", "Enable". */
  labels: readonly [whileOn: string, whileOff: string];
  path: string;
  /** The body of the change. */
  change: (on: boolean) => object;
  invalidates: readonly QueryKey[];
  success: (changed: Output) => string;
  /** The confirmation shown before disabling. */
  question?: Omit<Question, "action" | "danger">;
}

/** Enables and disables a record. Sends only one member, so that other changes are not overwritten. */
export function Toggle<Output>({ on, labels, path, change, question, ...outcome }: ToggleProps<Output>) {
  const [whileOn, whileOff] = labels;
  return (
    <ConfirmAction<Output>
      {...outcome}
      label={on ? whileOn : whileOff}
      variant={on ? "default" : "filled"}
      question={on && question ? { ...question, action: whileOn, danger: true } : undefined}
      send={() => api.patch(path, change(!on))}
    />
  );
}

export interface DeleteSectionProps {
  /** The name in the success message. */
  name: string;
  path: string;
  /** The list to return to. */
  list: { key: QueryKey; href: string };
  question: Omit<Question, "action" | "danger">;
  note: ReactNode;
}

/** Deletes a record after a confirmation and returns to its list. */
export function DeleteSection({ name, path, list, question, note }: DeleteSectionProps) {
  const router = useRouter();
  const action = (
    <ConfirmAction
      label="Delete"
      c="red"
      question={{ ...question, action: "Delete", danger: true }}
      send={() => api.delete(path)}
      invalidates={[list.key]}
      success={() => `“${name}” was deleted.`}
      onSuccess={() => router.push(list.href)}
    />
  );
  return <Section title="Delete" action={action} note={note} panel />;
}
