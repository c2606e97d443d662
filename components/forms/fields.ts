import type { GetInputPropsReturnType, UseFormReturnType } from "@mantine/form";
import { errorAt } from "./error-at";

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
