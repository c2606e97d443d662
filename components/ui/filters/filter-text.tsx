"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import styles from "./filters.module.css";

interface FilterTextProps {
  label: string;
  placeholder?: string | undefined;
  value: string | null;
  /** Called 200 ms after the last key press. Null is empty. */
  onChange: (value: string | null) => void;
}

const settleMs = 200;

/** A filter by text. The shortcut `/` focuses it. */
export function FilterText({ label, placeholder, value, onChange }: FilterTextProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  const latestOnChange = useRef(onChange);

  // The filter was changed elsewhere: by browser history or a chip.
  if (value !== known) {
    setKnown(value);
    if ((value ?? "") !== typed.trim()) setTyped(value ?? "");
  }

  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === (known ?? "")) return;
    const timer = setTimeout(() => latestOnChange.current(text === "" ? null : text), settleMs);
    return () => clearTimeout(timer);
  }, [typed, known]);

  useShortcuts([{ keys: "/", label: `Go to ${label.toLowerCase()}`, run: () => input.current?.select() }]);

  return (
    <TextInput
      ref={input}
      className={styles.text ?? ""}
      type="search"
      size="xs"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
    />
  );
}
