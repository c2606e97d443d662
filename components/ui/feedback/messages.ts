import { ApiError } from "@/components/ui/api/api-error";
import { createStore } from "@/lib/platform/client/observable";

export interface Message {
  id: string;
  kind: "success" | "error";
  about: { text: string; undo?: () => void } | { error: unknown };
  /** Null if the message stays until it is closed. */
  closesAfterMs: number | null;
}

const messagesMax = 4;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const store = createStore<readonly Message[]>([]);

/** The messages on the screen, oldest first. */
export const messages = {
  ...store,

  /** Adds a message. Replaces a message with the same ID and, if there are too many, the oldest that closes itself. */
  show(message: Message): void {
    messages.hide(message.id);
    const shown = store.get();
    const surplus = shown.length < messagesMax ? undefined : (shown.find(closesItself) ?? shown[0]);
    if (surplus) messages.hide(surplus.id);
    store.set([...store.get(), message]);
    messages.release(message.id);
  },

  hide(id: string): void {
    messages.hold(id);
    if (store.get().some((message) => message.id === id)) store.set(store.get().filter((message) => message.id !== id));
  },

  /** Keeps a message open, while it is hovered or focused. */
  hold(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  },

  /** Restarts the timer of a message. */
  release(id: string): void {
    const message = store.get().find((one) => one.id === id);
    if (!message || message.closesAfterMs === null) return;
    messages.hold(id);
    timers.set(
      id,
      setTimeout(() => messages.hide(id), message.closesAfterMs),
    );
  },
};

function closesItself({ closesAfterMs }: Message): boolean {
  return closesAfterMs !== null;
}

interface SuccessOptions {
  /** Reverts the change. Offered while the message is shown. */
  undo?: () => Promise<unknown>;
}

const shortMs = 5_000;
const undoMs = 10_000;

/** Shows messages about completed and failed actions. Errors of a page itself are shown in the page. */
export const notify = {
  success(text: string, { undo }: SuccessOptions = {}): void {
    const id = nextId();
    messages.show({
      id,
      kind: "success",
      about: { text, ...(undo && { undo: () => void revert(id, undo) }) },
      closesAfterMs: undo ? undoMs : shortMs,
    });
  },

  /** Stays until it is closed. A repeated error replaces the previous one. */
  error(error: unknown): void {
    const id = error instanceof ApiError ? `${error.status} ${error.code} ${error.message}` : nextId();
    messages.show({ id, kind: "error", about: { error }, closesAfterMs: null });
  },
};

let count = 0;

function nextId(): string {
  count += 1;
  return `message-${count}`;
}

async function revert(id: string, undo: () => Promise<unknown>): Promise<void> {
  messages.hide(id);
  try {
    await undo();
    notify.success("Change undone.");
  } catch (error) {
    notify.error(error);
  }
}
