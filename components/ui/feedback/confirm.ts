import type { ReactNode } from "react";
import { createStore } from "@/lib/platform/client/observable";

export interface Question {
  title: string;
  body?: ReactNode;
  /** The label of the button, such as "Delete endpoint", not "OK". */
  action: string;
  danger?: boolean;
  /** A text that must be typed first, for changes that cannot be undone. */
  typeToConfirm?: string;
}

export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
  /** Receives the focus when the dialog closes. */
  opener: HTMLElement | null;
}

/** The open dialog. */
export const openQuestion = createStore<OpenQuestion | null>(null);

/** Opens a confirmation dialog. If one is already open, it is cancelled. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false);
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      opener: openerOf(document.activeElement),
      answer: (yes) => {
        openQuestion.set(null);
        resolve(yes);
      },
    });
  });
}

/** A focused menu item disappears with its menu, so the focus returns to the button that opened the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const opener = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = opener ? document.getElementById(opener) : focused;
  return element instanceof HTMLElement ? element : null;
}
