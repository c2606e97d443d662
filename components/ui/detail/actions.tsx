"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { confirm, type Question } from "@/components/ui/feedback/confirm";
import { Section } from "./section";

/** What a button on the page of a record may look like. */
type ActionProps = Pick<ButtonProps, "c" | "disabled" | "leftSection" | "size" | "variant"> & {
  label: string;
  /** The name that is read out, where the label alone does not name it. */
  "aria-label"?: string;
};

interface DialogButtonProps extends ActionProps {
  /** The dialog, which is there from the click until it calls `onClose`. */
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
  /** Left out: the action takes place at once. */
  question?: Question | undefined;
  send: () => Promise<Output>;
  /** Prefixes of the cache keys that become out of date. */
  invalidates?: readonly QueryKey[];
  success?: (output: Output) => string;
  onSuccess?: (output: Output) => void;
}

/** A button for a change: asks, sends it, and shows a message about its result. */
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

interface ToggleProps<Output> {
  on: boolean;
  /** What the button says while it is on, and while it is off: "Disable", "Enable". */
  labels: readonly [whileOn: string, whileOff: string];
  path: string;
  /** The body of the change. */
  change: (on: boolean) => object;
  invalidates: readonly QueryKey[];
  success: (changed: Output) => string;
  /** Asked before it is switched off. */
  question?: Omit<Question, "action" | "danger">;
}

/** Enables and disables a record. Only one member is written, so that a change by someone else is not overwritten. */
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

interface DeleteSectionProps {
  /** The name that the message about the deletion uses. */
  name: string;
  path: string;
  /** The list to return to. */
  list: { key: QueryKey; href: string };
  question: Omit<Question, "action" | "danger">;
  note: ReactNode;
}

/** Deletes a record from its page after a confirmation, and returns to its list. */
export function DeleteSection({ name, path, list, question, note }: DeleteSectionProps) {
  const router = useRouter();
  const action = (
    <ConfirmAction
      label="Delete"
      c="red"
      question={{ ...question, action: "Delete", danger: true }}
      send={() => api.delete(path)}
      invalidates={[list.key]}
      success={() => `${name} was deleted.`}
      onSuccess={() => router.push(list.href)}
    />
  );
  return <Section title="Delete" action={action} note={note} />;
}
