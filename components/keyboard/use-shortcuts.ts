"use client";

import { useEffect, useRef } from "react";
import { register, type Shortcut } from "@/components/keyboard/registry";

export type { Shortcut } from "@/components/keyboard/registry";

/**
 * Shortcuts for as long as the component is there. Those of one character do nothing where people write, and can be
 * switched off; while a dialog is open only those work that say so. What is added last is asked first.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  // The keyboard, which hears the functions of the last render.
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => register(current), []);
}
