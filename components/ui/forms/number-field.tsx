import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** A text, for example an empty one, if the field contains no number. */
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
      // Keeps a text such as "1." or "-" while it is typed.
      value={numberIn(typed) === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.replace(allowDecimal ? /[^\d.-]/g : /[^\d-]/g, "");
        setTyped(text);
        onChange?.(numberIn(text));
      }}
    />
  );
}

/** The number in a text, or the text if it is no number. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return text === "" || Number.isNaN(number) ? text : number;
}
