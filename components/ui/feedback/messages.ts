import { ApiError } from "@/components/ui/api/api-error";

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

interface SuccessOptions {
  /** Takes it back by a call of its own. Offered for ten seconds, and for as long as the message has pointer or focus. */
  undo?: () => Promise<unknown>;
}

const shortMs = 5_000;
const undoMs = 10_000;

/** Messages at the edge of the page. They come when something was done; what is wrong with a page stands in the page. */
export const notify = {
  success(message: string, { undo }: SuccessOptions = {}): void {
    const id = nextId();
    const offer = undo && { undo: () => void takeBack(id, undo) };
    messages.show({
      id,
      kind: "success",
      about: { text: message, ...offer },
      closesAfterMs: undo ? undoMs : shortMs,
    });
  },

  /** Stays until it is closed: an error that went away by itself would be one that nobody read. */
  error(error: unknown): void {
    // The same error again takes the place of the first: a list of equal messages says no more than one.
    const id = error instanceof ApiError ? `${error.status} ${error.code} ${error.message}` : nextId();
    messages.show({ id, kind: "error", about: { error }, closesAfterMs: null });
  },
};

let count = 0;

function nextId(): string {
  count += 1;
  return `message-${count}`;
}

async function takeBack(id: string, undo: () => Promise<unknown>): Promise<void> {
  messages.hide(id);
  try {
    await undo();
    notify.success("Undone.");
  } catch (error) {
    notify.error(error);
  }
}
