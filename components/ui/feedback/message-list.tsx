"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { type FocusEvent, useRef } from "react";
import { menus as texts } from "@/components/ui/texts";
import { type Message, messages } from "./messages";
import styles from "./messages.module.css";
import { errorSentence, RequestId } from "./states";

export function MessageList({ shown }: { shown: readonly Message[] }) {
  const list = useRef<HTMLUListElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);

  function onFocus({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLElement && list.current?.contains(relatedTarget) === false)
      previousFocus.current = relatedTarget;
  }

  /** Returns the focus from a closed message to the element that had it before. */
  function close(act: () => void): void {
    const hadFocus = list.current?.contains(document.activeElement);
    act();
    if (hadFocus) previousFocus.current?.focus();
  }

  return (
    <ul ref={list} className={`${styles.list} plain-list`} onFocus={onFocus}>
      {shown.map((message) => (
        <Item key={message.id} message={message} onClose={close} />
      ))}
    </ul>
  );
}

function Item({ message: { id, kind, about }, onClose }: { message: Message; onClose: (act: () => void) => void }) {
  const Icon = kind === "error" ? IconAlertTriangle : IconCheck;
  const undo = "undo" in about ? about.undo : undefined;
  return (
    <li
      className={styles.item}
      data-kind={kind}
      onMouseEnter={() => messages.hold(id)}
      onMouseLeave={({ currentTarget }) => !currentTarget.contains(document.activeElement) && messages.release(id)}
      onFocus={() => messages.hold(id)}
      onBlur={({ currentTarget }) => !currentTarget.matches(":hover") && messages.release(id)}
      onKeyDown={(event) => event.key === "Escape" && onClose(() => messages.hide(id))}
    >
      <Icon className={styles.icon} size={16} aria-hidden="true" />
      <div className={styles.text} role={kind === "error" ? "alert" : undefined}>
        {"error" in about ? errorSentence(about.error) : about.text}
        {"error" in about && <RequestId error={about.error} />}
      </div>
      {undo && (
        <Button variant="default" size="compact-sm" onClick={() => onClose(undo)}>
          Undo
        </Button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={texts.dismissMessage}
        onClick={() => onClose(() => messages.hide(id))}
      >
        <IconX size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
