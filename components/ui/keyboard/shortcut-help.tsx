"use client";

import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "./shortcuts";

const ShortcutList = lazy(async () => ({ default: (await import("./shortcut-list")).ShortcutList }));

/** Opens the list of keyboard shortcuts with `?`. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  useShortcuts([{ keys: "?", label: "Show keyboard shortcuts", group: "Global", run: () => setOpened(true) }]);
  return <Suspense>{opened && <ShortcutList onClose={() => setOpened(false)} />}</Suspense>;
}
