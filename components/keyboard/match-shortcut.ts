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
