import type { ReactNode } from "react";

export interface Question {
  title: string;
  body?: ReactNode;
  /** What the button says: the deed, not "OK". */
  action: string;
  danger?: boolean;
  /** A text that must be typed first, for what cannot be taken back. */
  typeToConfirm?: string;
}

export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
  /** Where focus returns to. */
  opener: HTMLElement | null;
}

const listeners = new Set<() => void>();
let open: OpenQuestion | null = null;

/** Asks before something happens. Answers whether to go on; a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    set({
      ...question,
      opener: openerOf(document.activeElement),
      answer: (yes) => {
        set(null);
        resolve(yes);
      },
    });
  });
}

/** The question that is being asked, for the dialog that asks it. */
export const question = {
  read: (): OpenQuestion | null => open,
  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};

function set(next: OpenQuestion | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** An item of a menu is gone when the dialog closes; what opened the menu is not. */
function openerOf(focused: Element | null): HTMLElement | null {
  const opener = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = opener ? document.getElementById(opener) : focused;
  return element instanceof HTMLElement ? element : null;
}
