import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { countText } from "@/lib/platform/client/format";
import { numberOf } from "./fields";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The text if the field contains no number. */
  value?: number | string;
  onChange?: (value: number | string) => void;
  /** Whole numbers have thousands separators, which can also be typed. */
  allowDecimal?: boolean;
}

/** Accepts commas only between groups of three digits: in `1,5`, the comma is a decimal one. */
export function wholeNumberOf(text: string): number | string {
  return numberOf(/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);
}

/** A field for a number. Mantine's NumberInput adds 7 kB to a page for formats that no field uses. */
export function NumberField({ value = "", onChange, allowDecimal = true, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const parse = allowDecimal ? numberOf : wholeNumberOf;
  const stored = allowDecimal || typeof value === "string" ? String(value) : countText(value);
  return (
    <TextInput
      inputMode={allowDecimal ? "decimal" : "numeric"}
      {...props}
      // Keeps a text such as "1." while it is typed.
      value={typed !== undefined && parse(typed) === value ? typed : stored}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange?.(parse(currentTarget.value));
      }}
    />
  );
}
