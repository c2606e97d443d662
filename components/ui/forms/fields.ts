import type { GetInputPropsReturnType, UseFormReturnType } from "@mantine/form";
import type { UseQueryResult } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { feedback } from "@/components/ui/texts";

/** The input props of the field at a path. */
type FieldOf = (
  path: string,
  /** `sentAs`: the path in the request, if it differs. */
  options?: { type?: "checkbox"; sentAs?: string },
) => GetInputPropsReturnType;

/** The fields of a form with the errors of the form and of the API (`errors`). */
export function fieldsOf<Values>(form: UseFormReturnType<Values>, errors: Record<string, string>): FieldOf {
  return (path, { sentAs = path, ...options } = {}) => ({
    ...form.getInputProps(path, options),
    error: form.errors[path] ?? errorAt(errors, ...sentAs.split(".")),
  });
}

/** Props for a select whose options come from the API: the select states that they are loading or could not be loaded. Spread them last. */
export function optionsState({ data, error }: Pick<UseQueryResult, "data" | "error">, label: string) {
  if (data !== undefined) return {};
  return error ? { error: `${feedback.notLoaded(label)}.` } : { placeholder: `Loading ${label}…` };
}

/** The number in a text. Other texts are returned unchanged, so that the API rejects them with an error at the field. */
export function numberOf(value: number | string): number {
  const number = Number(value);
  return (String(value).trim() === "" || Number.isNaN(number) ? value : number) as number;
}

/** The non-empty parts of a comma-separated text. */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * The error at or below a path, whose indexes may be written `models[0].match` or `models.0.match`. A field that holds a
 * list shows the errors of its items.
 */
export function errorAt(errors: Record<string, string>, ...at: (string | number)[]): string | undefined {
  return Object.entries(errors).find(([path]) => {
    const parts = path.split(/[.[\]]+/);
    return at.every((part, index) => parts[index] === String(part));
  })?.[1];
}

/** The local day of a time as the value of a date field: `YYYY-MM-DD`. */
export function localDay(time: number | string): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last millisecond of a local `YYYY-MM-DD` day; null for an empty field. */
export function endOfLocalDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();
}

/** Prevents the browser's own submission and returns the fields of the form by name. */
export function submittedFields<Name extends string>(event: FormEvent<HTMLFormElement>): Record<Name, string> {
  event.preventDefault();
  const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(fields);
}
