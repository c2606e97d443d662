"use client";

import { useEffect, useRef } from "react";
import { readStored, useStored } from "@/lib/platform/client/stored";

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

export interface Shortcut {
  /** `j`, `shift+x`, `mod+k`, `g d`. */
  keys: string;
  /** What it does, for the list of shortcuts. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Whether it applies now; the next one with these keys is asked otherwise. */
  when?: (event: KeyboardEvent) => boolean;
  /** The heading in the list of shortcuts; "This page" by default. */
  group?: string;
  /** Whether it also works while a dialog is open. */
  inDialogs?: boolean;
}

const sets = new Set<{ current: readonly Shortcut[] }>();
const longestSequence = 3;
let presses: TimedPress[] = [];

/** Adds shortcuts; those added last are asked first. Answers how to take them away. */
export function register(added: { current: readonly Shortcut[] }): () => void {
  if (sets.size === 0) addEventListener("keydown", onKeyDown);
  sets.add(added);
  return () => {
    sets.delete(added);
    if (sets.size === 0) removeEventListener("keydown", onKeyDown);
  };
}

/** All shortcuts of the page, those added last first. */
export function registered(): Shortcut[] {
  return [...sets].reverse().flatMap(({ current }) => current);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  presses = [...presses, { key, ctrlKey, metaKey, altKey, shiftKey, atMs: event.timeStamp }].slice(-longestSequence);
  const found = longest(registered().filter((shortcut) => applies(shortcut, event)));
  if (!found) return;
  presses = [];
  event.preventDefault();
  found.run(event);
}

/** `g d` is meant where both it and `d` would do; of equal ones, that which was added last. */
function longest(shortcuts: readonly Shortcut[]): Shortcut | undefined {
  const strokes = ({ keys }: Shortcut) => parseKeys(keys).length;
  const most = Math.max(...shortcuts.map(strokes));
  return shortcuts.find((shortcut) => strokes(shortcut) === most);
}

function applies({ keys, when, inDialogs }: Shortcut, event: KeyboardEvent): boolean {
  if (!endsWithKeys(presses, keys)) return false;
  const single = isSingleKey(keys);
  if (single && (!singleKeysAreOn() || isWriting(event.target))) return false;
  if (!inDialogs && document.querySelector("[aria-modal=true]")) return false;
  return when?.(event) ?? true;
}

function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta" || key === "AltGraph";
}

/** Where a character is text, or a way to find an option, it is no shortcut. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|button|submit|reset|file)$/.test(target.type);
  return target.matches(
    "textarea, select, [role=textbox], [role=combobox], [role=listbox], [role=menu] *, [role=option]",
  );
}

/** What of a key press decides. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export interface Stroke {
  key: string;
  mod: boolean;
  alt: boolean;
  /** Undefined where the key itself says it: `?` needs shift on some keyboards and not on others. */
  shift: boolean | undefined;
}

/** After this long, a sequence begins anew. */
export const sequenceMs = 1_000;

/** `mod+k` is Ctrl or Command; `shift+x`; `g d` is one after the other. */
export function parseKeys(keys: string): Stroke[] {
  return keys.trim().split(/\s+/).map(parseStroke);
}

function parseStroke(stroke: string): Stroke {
  const parts = stroke.toLowerCase().split("+");
  const key = parts.pop() || "+";
  const isCharacter = key.length === 1 && !/[a-z0-9]/.test(key);
  return {
    key,
    mod: parts.includes("mod"),
    alt: parts.includes("alt"),
    shift: isCharacter ? undefined : parts.includes("shift"),
  };
}

/** Whether a press is this stroke. */
export function isStroke(press: Press, stroke: Stroke): boolean {
  return (
    press.key.toLowerCase() === stroke.key &&
    (press.ctrlKey || press.metaKey) === stroke.mod &&
    press.altKey === stroke.alt &&
    (stroke.shift === undefined || press.shiftKey === stroke.shift)
  );
}

/** Whether keys are a single character, or a sequence of them: those can be switched off (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return parseKeys(keys).every(({ key, mod, alt }) => !mod && !alt && key.length === 1);
}

export interface TimedPress extends Press {
  atMs: number;
}

/** Whether the last presses are these keys, each soon after the one before. */
export function endsWithKeys(presses: readonly TimedPress[], keys: string): boolean {
  const strokes = parseKeys(keys);
  if (presses.length < strokes.length) return false;
  const last = presses.slice(-strokes.length);
  return last.every((press, index) => {
    const stroke = strokes[index];
    const before = last[index - 1];
    return stroke && isStroke(press, stroke) && (!before || press.atMs - before.atMs <= sequenceMs);
  });
}

/** The keys as people read them: `Ctrl K`, `g then d`. */
export function keysText(keys: string, isMac: boolean): string[][] {
  return parseKeys(keys).map(({ key, mod, alt, shift }) => [
    ...(mod ? [isMac ? "⌘" : "Ctrl"] : []),
    ...(alt ? [isMac ? "⌥" : "Alt"] : []),
    ...(shift ? ["Shift"] : []),
    names[key] ?? (mod ? key.toUpperCase() : key),
  ]);
}

const names: Record<string, string> = {
  enter: "Enter",
  escape: "Esc",
  arrowdown: "↓",
  arrowup: "↑",
  arrowleft: "←",
  arrowright: "→",
};

const key = "single-key-shortcuts";

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Whether shortcuts of one character work in this browser; they do unless somebody switched them off. */
export function singleKeysAreOn(): boolean {
  return readStored(key, true, isBoolean);
}

/** The switch for shortcuts of one character. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return useStored(key, true, isBoolean);
}
