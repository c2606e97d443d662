"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "./filters.module.css";

export interface OtherProps {
  /** What is to be written: "E-mail address". */
  label: string;
  /** Any text where nothing is said. */
  isValid?: (text: string) => boolean;
}

/** A value of a filter that nobody can list. */
export function OtherValue({ label, isValid = isText, onChoose }: OtherProps & { onChoose: (value: string) => void }) {
  const [typed, setTyped] = useState("");
  const value = typed.trim();
  const isUsable = value !== "" && isValid(value);
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

function isText(text: string): boolean {
  return text !== "";
}
