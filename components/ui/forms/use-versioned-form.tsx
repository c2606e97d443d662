"use client";

import { type UseFormInput, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { Conflict } from "@/components/ui/feedback/conflict";

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

/** What a form says under a label; null: nothing. */
export type Saying = [label: string, said: string | null];

/**
 * Where two forms differ, as label and value of either. `sayings` is all that a form says, always in the same order.
 */
export function differencesBetween<Form>(
  sayings: (form: Form) => Saying[],
  mine: Form,
  theirs: Form,
): Record<"mine" | "theirs", Saying[]> {
  const [ours, others] = [sayings(mine), sayings(theirs)];
  const differing = ours.map(([, said], index) => said !== others[index]?.[1]);
  return { mine: ours.filter((_, index) => differing[index]), theirs: others.filter((_, index) => differing[index]) };
}

/** A form over what is on record by now: what was changed in it since `before` stays, the rest is as it is there. */
export function rebase<T>(form: T, before: T, now: T): T {
  if (typeof form !== "object" || form === null || Array.isArray(form)) {
    return JSON.stringify(form) === JSON.stringify(before) ? now : form;
  }
  const names = Object.keys(form) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, rebase(form[name], before[name], now[name])])) as T;
}
