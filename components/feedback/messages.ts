export interface Message {
  id: string;
  kind: "success" | "error";
  /** What was done, or what went wrong. */
  about: { text: string; undo?: () => void } | { error: unknown };
  /** null where it stays until it is closed. */
  closesAfterMs: number | null;
}

/** More at once nobody reads: the oldest that would close by itself goes, or else the oldest. */
const mostMessages = 4;

const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let shown: readonly Message[] = [];

/** The messages of the page. One that is held, under the pointer or with the focus, stays. */
export const messages = {
  read: (): readonly Message[] => shown,

  subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },

  /** Shows a message below the others; one with the same id gives way to it. */
  show(message: Message): void {
    messages.hide(message.id);
    const surplus = shown.length < mostMessages ? undefined : (shown.find(closesByItself) ?? shown[0]);
    if (surplus) messages.hide(surplus.id);
    set([...shown, message]);
    messages.release(message.id);
  },

  hide(id: string): void {
    messages.hold(id);
    if (shown.some((message) => message.id === id)) set(shown.filter((message) => message.id !== id));
  },

  /** Keeps a message from closing. */
  hold(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  },

  /** Lets it close after all of its time, from now. */
  release(id: string): void {
    const message = shown.find((one) => one.id === id);
    if (!message || message.closesAfterMs === null) return;
    messages.hold(id);
    timers.set(
      id,
      setTimeout(() => messages.hide(id), message.closesAfterMs),
    );
  },
};

function closesByItself({ closesAfterMs }: Message): boolean {
  return closesAfterMs !== null;
}

function set(next: readonly Message[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
