"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "./filters.module.css";

export interface OtherProps {
  /** The label of the field: "E-mail address". */
  label: string;
  isValid?: (text: string) => boolean;
}

/** A field for a filter value that is not among the options. */
export function OtherValue({ label, isValid, onChoose }: OtherProps & { onChoose: (value: string) => void }) {
  const [typed, setTyped] = useState("");
  const value = typed.trim();
  const isUsable = value !== "" && isValid?.(value) !== false;
  return (
    <form
      className={styles.other}
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onChoose(value);
      }}
    >
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <Button type="submit" size="xs" variant="default" disabled={!isUsable}>
        Apply
      </Button>
    </form>
  );
}
