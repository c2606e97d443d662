"use client";

import { useRef } from "react";

/**
 * Idempotency keys: the same input has the same one, so that a second try after a lost answer makes nothing twice; other
 * input is another request.
 */
export function useRepeatKey(): (input: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
