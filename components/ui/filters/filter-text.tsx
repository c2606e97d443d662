"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import styles from "./filters.module.css";

interface FilterTextProps {
  label: string;
  placeholder?: string;
  value: string | null;
  /** Called a moment after the last key; null when it is empty. */
  onChange: (value: string | null) => void;
  /** Whether `/` goes there; one filter of a page has it. */
  isMain?: boolean;
}

const settleMs = 200;

/** A filter by text. */
export function FilterText({ label, placeholder, value, onChange, isMain = true }: FilterTextProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  const tell = useRef(onChange);

  // A filter that changed elsewhere, by the way back or a chip, is what stands here.
  if (value !== known) {
    setKnown(value);
    if ((value ?? "") !== typed.trim()) setTyped(value ?? "");
  }

  // The clock, which says when typing has come to rest.
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === (known ?? "")) return;
    const timer = setTimeout(() => tell.current(text === "" ? null : text), settleMs);
    return () => clearTimeout(timer);
  }, [typed, known]);

  useShortcuts(
    isMain ? [{ keys: "/", label: `Go to ${label.toLowerCase()}`, run: () => input.current?.select() }] : [],
  );

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
