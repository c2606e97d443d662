import { type ComponentType, type KeyboardEvent, lazy, useId, useState } from "react";

/** The state of a menu or a popover, and its button. */
export interface OverlayProps {
  /** The ID of the button. */
  id: string;
  anchor: HTMLElement | null;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** A lazy component with a preload function. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return {
    Lazy: lazy<ComponentType<Props>>(async () => ({ default: await load() })),
    preload: () => void load().catch(() => undefined),
  };
}

/**
 * Opens a lazy menu or popover at a button. The positioning code would be a fifth of a page's size. Spread `button` on the
 * button and pass `overlay` to the lazy component, inside a Suspense.
 *
 * @param preload Called on hover and focus.
 */
export function useOverlay(kind: "menu" | "dialog", preload: () => void) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);

  function open(): void {
    setWanted(true);
    setOpened(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (kind !== "menu" || event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  }

  /** Returns the focus before an item's dialog renders, because the dialog returns the focus to where it was then. */
  function onChange(isOpen: boolean): void {
    if (!isOpen && kind === "menu" && isFocusIn(`${id}-dropdown`)) anchor?.focus({ preventScroll: true });
    setOpened(isOpen);
  }

  const overlay: OverlayProps = { id, anchor, opened, onChange };
  return {
    button: {
      ref: setAnchor,
      id,
      "aria-haspopup": kind,
      "aria-expanded": opened,
      "aria-controls": opened ? `${id}-dropdown` : undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => (opened ? setOpened(false) : open()),
      onKeyDown,
    },
    /** Null until first opened. */
    overlay: wanted ? overlay : null,
    opened,
  };
}

function isFocusIn(id: string): boolean {
  return document.getElementById(id)?.contains(document.activeElement) === true;
}
