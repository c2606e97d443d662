"use client";

import { useEffect, useRef, useState } from "react";
import styles from "./copy-button.module.css";

interface CopyButtonProps {
  text: string;
  /** Completes the button name. */
  what: string;
}

/** Copies a text. If the browser blocks copying, selects the preceding element instead. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [label, setLabel] = useState("Copy");

  useEffect(() => {
    if (label === "Copy") return;
    const timer = setTimeout(() => setLabel("Copy"), 2_000);
    return () => clearTimeout(timer);
  }, [label]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setLabel("Copied");
    } catch {
      const before = button.current?.previousElementSibling;
      if (before) getSelection()?.selectAllChildren(before);
      setLabel("Selected");
    }
  }

  return (
    <button ref={button} type="button" className={styles.button} onClick={copy}>
      <span aria-live="polite">{label}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
