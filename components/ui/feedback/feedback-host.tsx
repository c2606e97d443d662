"use client";

import { lazy, Suspense, useRef } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { shell as texts } from "@/components/ui/shell-texts";
import { useStore } from "@/lib/platform/client/observable";
import { openQuestion } from "./confirm";
import { type Message, messages } from "./messages";

const ConfirmDialog = lazy(async () => ({ default: (await import("./confirm-dialog")).ConfirmDialog }));
const MessageList = lazy(async () => ({ default: (await import("./message-list")).MessageList }));

const noMessages: readonly Message[] = [];

/** Shows the page's messages and confirmations. */
export function FeedbackHost() {
  const question = useStore(openQuestion, null);
  const shown = useStore(messages, noMessages);
  const region = useRef<HTMLElement>(null);

  // The latest message. A focused message stays open, so this shortcut also gives more time for "Undo".
  const goToMessages = () => region.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
  useShortcuts(
    shown.length > 0
      ? [{ keys: "F8", label: texts.goToMessages, group: "Global", inDialogs: true, run: goToMessages }]
      : [],
  );

  return (
    <>
      {/* A live region must exist before its first message to be announced. */}
      <section ref={region} aria-label="Messages" aria-live="polite" aria-relevant="additions">
        <Suspense>{shown.length > 0 && <MessageList shown={shown} />}</Suspense>
      </section>
      <Suspense>{question && <ConfirmDialog key={question.title} {...question} />}</Suspense>
    </>
  );
}
