import type { GetInputPropsReturnType, UseFormReturnType } from "@mantine/form";

/** What a field of a form needs, by its path. */
type FieldOf = (
  path: string,
  /** `sentAs`: the path of its value in the request, where that differs. */
  options?: { type?: "checkbox"; sentAs?: string },
) => GetInputPropsReturnType;

/** The fields of a form, with what the form or the service (`errors`) says is wrong with each. */
export function fieldsOf<Values>(form: UseFormReturnType<Values>, errors: Record<string, string>): FieldOf {
  return (path, { sentAs = path, ...options } = {}) => ({
    ...form.getInputProps(path, options),
    error: form.errors[path] ?? errorAt(errors, ...sentAs.split(".")),
  });
}

/** The parts of a text that is written with commas; nothing between two commas is nothing. */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * The sentence of an error at a place within a list, whichever way its path is written: `models[0].match`,
 * `models.0.match`. A place stands for all below it too, so that a field which holds a whole list shows what is wrong in it.
 */
export function errorAt(errors: Record<string, string>, ...place: (string | number)[]): string | undefined {
  return Object.entries(errors).find(([path]) => {
    const parts = path.split(/[.[\]]+/);
    return place.every((part, index) => parts[index] === String(part));
  })?.[1];
}

/** The day of a time where the reader is, as a date field holds it: `YYYY-MM-DD`. */
export function localDay(time: number | string): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last millisecond of a `YYYY-MM-DD` day where the reader is; null for an empty field. */
export function endOfLocalDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();
}
