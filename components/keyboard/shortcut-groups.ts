import type { Shortcut } from "@/components/keyboard/registry";

export interface ListedShortcut {
  label: string;
  /** Each of them does it. */
  keys: string[];
}

/** What is on this page comes before what is everywhere. */
const lastGroups = ["Go to", "Everywhere"];

/**
 * Shortcuts under their headings, for people. The same keys are listed once, as the shortcut that is asked first; keys that
 * do the same stand together.
 */
export function shortcutGroups(shortcuts: readonly Shortcut[]): [group: string, shortcuts: ListedShortcut[]][] {
  const groups = new Map<string, Map<string, ListedShortcut>>();
  const seen = new Set<string>();
  for (const { keys, label, group: name = "This page" } of shortcuts) {
    if (seen.has(keys)) continue;
    seen.add(keys);
    const group = groups.get(name) ?? new Map<string, ListedShortcut>();
    const listed = group.get(label) ?? { label, keys: [] };
    listed.keys.push(keys);
    groups.set(name, group.set(label, listed));
  }
  return [...groups]
    .toSorted(([one], [other]) => lastGroups.indexOf(one) - lastGroups.indexOf(other))
    .map(([name, group]) => [name, [...group.values()]]);
}
