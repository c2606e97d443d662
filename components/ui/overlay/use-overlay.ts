import { type ComponentType, type KeyboardEvent, lazy, useId, useState } from "react";

/** What a menu or a popover needs that belongs to a button which was there before it. */
export interface OverlayProps {
  /** The identifier of the button. */
  id: string;
  anchor: HTMLElement | null;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** A component in a file of its own, and how to begin loading it. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return {
    Lazy: lazy<ComponentType<Props>>(async () => ({ default: await load() })),
    preload: () => void load().catch(() => undefined),
  };
}

/**
 * What opens at a button and is loaded when it is first wanted: what places menus and popovers is a fifth of what a page
 * would weigh with it. `button` belongs onto the button, `overlay` onto what opens, inside a Suspense.
 *
 * @param preload Begins to load what opens: the pointer is near, or the focus.
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

  const overlay: OverlayProps = { id, anchor, opened, onChange: setOpened };
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
    /** Null until it was wanted once. */
    overlay: wanted ? overlay : null,
    opened,
  };
}
