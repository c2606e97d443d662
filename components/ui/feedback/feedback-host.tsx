"use client";

import { lazy, Suspense, useRef, useSyncExternalStore } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { question } from "./confirm";
import { type Message, messages } from "./messages";

const ConfirmDialog = lazy(async () => ({ default: (await import("./confirm-dialog")).ConfirmDialog }));
const MessageList = lazy(async () => ({ default: (await import("./message-list")).MessageList }));

const noMessages: readonly Message[] = [];

/** Where messages and questions appear. One of it stands in every page, inside MantineProvider. */
export function FeedbackHost() {
  const open = useSyncExternalStore(question.subscribe, question.read, () => null);
  const shown = useSyncExternalStore(messages.subscribe, messages.read, () => noMessages);
  const region = useRef<HTMLElement>(null);

  // A message waits for as long as it has the focus, so this is also the way to have more time for "Undo".
  const goToMessages = () => region.current?.querySelector("button")?.focus();
  useShortcuts(
    shown.length > 0
      ? [{ keys: "F8", label: "Go to messages", group: "Global", inDialogs: true, run: goToMessages }]
      : [],
  );

  return (
    <>
      {/* It is there before its first message, or that one would not be read out. */}
      <section ref={region} aria-label="Messages" aria-live="polite" aria-relevant="additions">
        <Suspense>{shown.length > 0 && <MessageList shown={shown} />}</Suspense>
      </section>
      <Suspense>{open && <ConfirmDialog key={open.title} {...open} />}</Suspense>
    </>
  );
}
