import type { FormEvent } from "react";

/** Prevents the browser's own submission and returns the fields of the form by name. */
export function submittedFields<Name extends string>(event: FormEvent<HTMLFormElement>): Record<Name, string> {
  event.preventDefault();
  const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(fields);
}
