import { ApiError } from "@/components/api/api-error";
import { messages } from "@/components/feedback/messages";

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
