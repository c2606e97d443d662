"use client";

import type { UseFormReturnType } from "@mantine/form";
import type { QueryKey } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { FormDialog, type FormDialogProps } from "@/components/ui/forms/form-dialog";
import { type FormEntry, useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { labelOf } from "@/lib/platform/client/format";

/** The record that a dialog changes, and the entity tag of the version that was read. */
export interface RecordVersion<Stored> {
  /** Undefined to create a new record. */
  record?: Stored;
  etag?: string | null;
}

interface RecordDialogProps<Form extends object, Created> extends Pick<FormDialogProps, "onClose" | "size"> {
  /** In messages: "stream". */
  noun: string;
  version: RecordVersion<{ id: string }>;
  /** The values of that version. */
  values: Form;
  validate: (form: Form) => Record<string, string>;
  /** The values in plain text, to compare two versions. */
  entriesOf: (form: Form) => FormEntry[];
  title: (created: Created | undefined, form: Form) => string;
  /** Path of the list in the API, and of its page. */
  path: string;
  href: string;
  invalidates: QueryKey;
  toCreation: (form: Form) => object;
  toUpdate: (form: Form) => object;
  secret: {
    label: string;
    of: (created: Created) => string | undefined;
    advice: (created: Created) => ReactNode;
    steps?: (created: Created) => ReactNode;
  };
  /** The fields; `errors` are those of the service, by path. */
  children: (form: UseFormReturnType<Form>, errors: Record<string, string>) => ReactNode;
}

/** Creates a record and shows its secret once, or changes a record. */
export function RecordDialog<Form extends object, Created extends { id: string }>(
  props: RecordDialogProps<Form, Created>,
) {
  const { noun, version, path, href, secret, onClose, size } = props;
  const { record, etag } = version;
  const router = useRouter();
  const keyOf = useRepeatKey();
  const { form, headers, conflictOf } = useVersionedForm({ etag, values: props.values, validate: props.validate });
  const send = useSend<Form, Created>({
    send: (values) => {
      if (record) return api.patch(`${path}/${record.id}`, props.toUpdate(values), { headers });
      const input = props.toCreation(values);
      return api.post(path, input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [props.invalidates],
    success: () => (record ? `The ${noun} was updated.` : undefined),
    errors: "form",
    onSuccess: () => record && onClose(),
  });
  const conflict = conflictOf(send, props.entriesOf);
  const created = record ? undefined : send.data;

  return (
    <FormDialog
      title={props.title(created, form.values)}
      {...(size !== undefined && { size })}
      action={record ? "Save" : "Create"}
      failure={`${labelOf(noun)} not saved`}
      problem={conflict}
      disabled={conflict !== null}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      locked={created !== undefined}
      result={
        created && (
          <NewSecret
            label={secret.label}
            value={secret.of(created)}
            steps={secret.steps?.(created)}
            onDone={() => {
              onClose();
              router.push(`${href}/${created.id}`);
            }}
          >
            {secret.advice(created)}
          </NewSecret>
        )
      }
    >
      {props.children(form, fieldErrors(send.error))}
    </FormDialog>
  );
}
