"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { filters as texts } from "@/components/ui/texts";
import styles from "./filters.module.css";

interface FilterTextProps {
  label: string;
  placeholder?: string | undefined;
  value: string | null;
  /** Called 200 ms after the last key press. Null is empty. */
  onChange: (value: string | null) => void;
}

const settleMs = 200;

/** A filter by text, which the shortcut `/` focuses. */
export function FilterText({ label, placeholder, value, onChange }: FilterTextProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value ?? "");
  const latestOnChange = useRef(onChange);
  // Reported values that have not come back as `value` yet. The user may have typed more since.
  const reported = useRef<(string | null)[]>([]);

  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    const at = reported.current.lastIndexOf(value);
    if (at >= 0) reported.current.splice(0, at + 1);
    // The filter was changed elsewhere: by browser history or a chip.
    else setTyped((text) => (text.trim() === (value ?? "") ? text : (value ?? "")));
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === (value ?? "")) return;
    const timer = setTimeout(() => {
      const next = text === "" ? null : text;
      if (reported.current.at(-1) === next) return;
      reported.current.push(next);
      latestOnChange.current(next);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [typed, value]);

  useShortcuts([{ keys: "/", label: texts.goToField(label), run: () => input.current?.select() }]);

  return (
    <TextInput
      ref={input}
      className={styles.text}
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
