"use client";

import { useEffect, useRef, useState } from "react";
import styles from "./copy-button.module.css";

interface CopyButtonProps {
  text: string;
  /** What is copied, as the button's name says it. */
  what: string;
}

/** Copies a text. Where the browser allows no copying, it selects what stands before the button instead. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [word, setWord] = useState("Copy");

  useEffect(() => {
    if (word === "Copy") return;
    const timer = setTimeout(() => setWord("Copy"), 2_000);
    return () => clearTimeout(timer);
  }, [word]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setWord("Copied");
    } catch {
      const before = button.current?.previousElementSibling;
      if (before) getSelection()?.selectAllChildren(before);
      setWord("Selected");
    }
  }

  return (
    <button ref={button} type="button" className={styles.button} onClick={copy}>
      <span aria-live="polite">{word}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
