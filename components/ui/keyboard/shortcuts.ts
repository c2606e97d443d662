"use client";

import { useEffect, useRef } from "react";
import { readStored, useStored } from "@/lib/platform/client/stored";

/**
 * Registers shortcuts while the component is mounted. The shortcut added last takes precedence. Single-key shortcuts are
 * ignored in text fields and can be turned off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => register(current), []);
}

export interface Shortcut {
  /** `j`, `shift+x`, `mod+k`, `g d`. */
  keys: string;
  /** The label in the list of shortcuts. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** If false, the next shortcut with the same keys is tried. */
  when?: (event: KeyboardEvent) => boolean;
  /** The heading in the list of shortcuts. Default: "This page". */
  group?: string;
  /** Also works while a dialog is open. */
  inDialogs?: boolean;
}

const sets = new Set<{ current: readonly Shortcut[] }>();
const modifiers = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);
const longestSequence = 3;
let presses: Press[] = [];

function register(added: { current: readonly Shortcut[] }): () => void {
  if (sets.size === 0) addEventListener("keydown", onKeyDown);
  sets.add(added);
  return () => {
    sets.delete(added);
    if (sets.size === 0) removeEventListener("keydown", onKeyDown);
  };
}

/** All shortcuts of the page, the last added first. */
export function registered(): Shortcut[] {
  return [...sets].reverse().flatMap(({ current }) => current);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || modifiers.has(event.key)) return;
  presses = [...presses, event].slice(-longestSequence);
  const found = longest(registered().filter((shortcut) => applies(shortcut, event)));
  if (!found) return;
  presses = [];
  event.preventDefault();
  found.run(event);
}

/** The longest match: `g d` takes precedence over `d`. */
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

/** Whether a character is input for the focused element. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|button|submit|reset|file)$/.test(target.type);
  return target.matches(
    "textarea, select, [role=textbox], [role=combobox], [role=listbox], [role=menu] *, [role=option]",
  );
}

/** A pressed key. */
export type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "timeStamp">;

interface Stroke {
  key: string;
  mod: boolean;
  alt: boolean;
  /** Undefined for characters such as `?`, which need Shift only on some keyboards. */
  shift: boolean | undefined;
}

/** The maximum time between two keys of a sequence. */
const sequenceMs = 1_000;

/** Parses `mod+k` (Ctrl or Command), `shift+x`, and sequences such as `g d`. */
function parseKeys(keys: string): Stroke[] {
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

function isStroke(press: Press, { key, mod, alt, shift }: Stroke): boolean {
  if (press.key.toLowerCase() !== key || press.altKey !== alt) return false;
  return (press.ctrlKey || press.metaKey) === mod && (shift === undefined || press.shiftKey === shift);
}

/** Whether the keys are single characters, which can be turned off (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return parseKeys(keys).every(({ key, mod, alt }) => !mod && !alt && key.length === 1);
}

/** Whether the last presses match the keys, without long pauses. */
export function endsWithKeys(presses: readonly Press[], keys: string): boolean {
  const strokes = parseKeys(keys);
  if (presses.length < strokes.length) return false;
  const last = presses.slice(-strokes.length);
  return last.every((press, index) => {
    const stroke = strokes[index];
    const previous = last[index - 1];
    return stroke && isStroke(press, stroke) && (!previous || press.timeStamp - previous.timeStamp <= sequenceMs);
  });
}

/** The names of the keys by stroke: `[["Ctrl", "K"]]`. */
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

/** On by default. */
function singleKeysAreOn(): boolean {
  return readStored(key, true, isBoolean);
}

/** The setting for single-key shortcuts, stored in the browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return useStored(key, true, isBoolean);
}
