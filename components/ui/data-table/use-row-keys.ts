import type { RefObject } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";

interface RowKeysOptions {
  /** The element with the rows, which have a `data-row-id`. */
  region: RefObject<HTMLElement | null>;
  label: string;
  canOpen: boolean;
  onSelect: ((id: string, range: boolean) => void) | undefined;
}

/** Keyboard shortcuts that move the focus between rows, and open or select the focused row. */
export function useRowKeys({ region, label, canOpen, onSelect }: RowKeysOptions): void {
  const rows = () => [...(region.current?.querySelectorAll<HTMLElement>("[data-row-id]") ?? [])];
  const focused = () => document.activeElement?.closest<HTMLElement>("[data-row-id]") ?? null;
  const isHere = () => region.current?.contains(document.activeElement) === true;
  /** Also works while nothing on the page has the focus. */
  const mayEnter = () => isHere() || document.activeElement === document.body;
  const isOnRow = () => isHere() && focused() !== null;

  function move(step: 1 | -1): void {
    const all = rows();
    const here = focused();
    const at = here ? all.indexOf(here) : -1;
    const start = all.findIndex((row) => row.getAttribute("aria-current") === "true");
    const next = at >= 0 ? at + step : start >= 0 ? start + step : 0;
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  }

  function open(): void {
    focused()?.querySelector<HTMLElement>("[data-row-link]")?.click();
  }

  function select(range: boolean): void {
    const id = focused()?.dataset.rowId;
    if (id !== undefined) onSelect?.(id, range);
  }

  const group = label;
  useShortcuts([
    { keys: "j", label: "Next row", group, when: mayEnter, run: () => move(1) },
    { keys: "k", label: "Previous row", group, when: mayEnter, run: () => move(-1) },
    { keys: "ArrowDown", label: "Next row", group, when: isOnRow, run: () => move(1) },
    { keys: "ArrowUp", label: "Previous row", group, when: isOnRow, run: () => move(-1) },
    ...(canOpen
      ? [
          { keys: "o", label: "Open row", group, when: isOnRow, run: open },
          { keys: "Enter", label: "Open row", group, when: () => isHere() && isRow(document.activeElement), run: open },
        ]
      : []),
    ...(onSelect
      ? [
          { keys: "x", label: "Select row", group, when: isOnRow, run: () => select(false) },
          { keys: "shift+x", label: "Select range", group, when: isOnRow, run: () => select(true) },
        ]
      : []),
  ]);
}

/** Enter on a link or a button in a row activates that element instead. */
function isRow(element: Element | null): boolean {
  return element instanceof HTMLElement && element.dataset.rowId !== undefined;
}
