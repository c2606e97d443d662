"use client";

import { type UseFormInput, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/components/api/client";
import { Conflict } from "@/components/feedback/conflict";
import { differencesBetween, type Saying } from "./differences";
import { rebase } from "./rebase";

interface VersionedFormOptions<Form> {
  /** The version that was read; none for a new record. */
  etag: string | null | undefined;
  /** That version as form values. */
  values: Form;
  validate?: UseFormInput<Form>["validate"];
}

/** A form over a record that someone else can change while it is edited. */
export function useVersionedForm<Form extends object>({ etag, values, validate }: VersionedFormOptions<Form>) {
  const [base, setBase] = useState({ etag, values });
  const form = useForm<Form>({ initialValues: values, ...(validate && { validate }) });
  const headers: Record<string, string> = base.etag ? { "If-Match": base.etag } : {};

  /** Continues on another version, with the values that are given for it. */
  function restart(version: typeof etag, read: Form, kept = read): void {
    setBase({ etag: version, values: read });
    form.resetDirty(read);
    form.setValues(kept);
  }

  /** Where the service refused to overwrite another version (412): both versions, and the way on from the newer one. */
  function conflictOf(send: { error: Error | null; reset: () => void }, sayings: (form: Form) => Saying[]): ReactNode {
    if (!(send.error instanceof ApiError) || send.error.status !== 412) return null;
    const mine = rebase(form.values, base.values, values);
    return (
      <Conflict
        {...differencesBetween(sayings, mine, values)}
        onReload={() => {
          send.reset();
          restart(etag, values, mine);
        }}
      />
    );
  }

  return { form, headers, conflictOf, restart };
}
