"use client";

import { useRef } from "react";

/** Idempotency keys: the same input gets the same key, so that a retry after a lost response creates nothing twice. */
export function useRepeatKey(): (input: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
