import { endsWithKeys, isSingleKey, parseKeys, type TimedPress } from "@/components/keyboard/match-shortcut";
import { singleKeysAreOn } from "@/components/keyboard/single-keys";

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
