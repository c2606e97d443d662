import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { numberOf } from "./fields";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The text if the field contains no number. */
  value?: number | string;
  onChange?: (value: number | string) => void;
  allowDecimal?: boolean;
}

/** A field for a number. Mantine's NumberInput adds 7 kB to a page for formats that no field uses. */
export function NumberField({ value = "", onChange, allowDecimal = true, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <TextInput
      inputMode={allowDecimal ? "decimal" : "numeric"}
      {...props}
      // Keeps a text such as "1." while it is typed.
      value={numberOf(typed) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange?.(numberOf(currentTarget.value));
      }}
    />
  );
}
