"use client";

import { type UseFormInput, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { Conflict } from "@/components/ui/feedback/conflict";

interface VersionedFormOptions<Form> {
  /** The entity tag of the version that was read. Empty for a new record. */
  etag: string | null | undefined;
  /** That version as form values. */
  values: Form;
  validate?: UseFormInput<Form>["validate"];
}

/** A form for a record that another user can change at the same time. */
export function useVersionedForm<Form extends object>({ etag, values, validate }: VersionedFormOptions<Form>) {
  const [base, setBase] = useState({ etag, values });
  const form = useForm<Form>({ initialValues: values, ...(validate && { validate }) });
  const headers: Record<string, string> = base.etag ? { "If-Match": base.etag } : {};

  /** Continues on another version. */
  function restart(version: typeof etag, read: Form, kept = read): void {
    setBase({ etag: version, values: read });
    form.resetDirty(read);
    form.setValues(kept);
  }

  /** After a conflict (412), shows both versions and continues on the newer one. */
  function conflictOf(
    send: { error: Error | null; reset: () => void },
    entriesOf: (form: Form) => FormEntry[],
  ): ReactNode {
    if (!(send.error instanceof ApiError) || send.error.status !== 412) return null;
    const mine = rebase(form.values, base.values, values);
    return (
      <Conflict
        {...differencesBetween(entriesOf, mine, values)}
        onReload={() => {
          send.reset();
          restart(etag, values, mine);
        }}
      />
    );
  }

  return { form, headers, conflictOf, restart };
}

/** A label and the value of a form; null if it is empty. */
export type FormEntry = [label: string, value: string | null];

/** The entries that differ between two forms. `entriesOf` returns all entries of a form, always in the same order. */
export function differencesBetween<Form>(
  entriesOf: (form: Form) => FormEntry[],
  mine: Form,
  theirs: Form,
): Record<"mine" | "theirs", FormEntry[]> {
  const [ours, others] = [entriesOf(mine), entriesOf(theirs)];
  const differing = ours.map(([, value], index) => value !== others[index]?.[1]);
  return { mine: ours.filter((_, index) => differing[index]), theirs: others.filter((_, index) => differing[index]) };
}

/** Applies the changes of a form since `before` to the current values. */
export function rebase<T>(form: T, before: T, now: T): T {
  if (typeof form !== "object" || form === null || Array.isArray(form)) {
    return JSON.stringify(form) === JSON.stringify(before) ? now : form;
  }
  const names = Object.keys(form) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, rebase(form[name], before[name], now[name])])) as T;
}
