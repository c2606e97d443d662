"use client";

import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { type FocusEvent, useRef } from "react";
import { type Message, messages } from "./messages";
import styles from "./messages.module.css";
import { errorSentence, RequestId } from "./states";

/** The messages of the page, below on the right, the newest last. */
export function MessageList({ shown }: { shown: readonly Message[] }) {
  const list = useRef<HTMLUListElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);

  function remember({ relatedTarget }: FocusEvent): void {
    const isOutside = relatedTarget instanceof HTMLElement && list.current?.contains(relatedTarget) === false;
    if (isOutside) cameFrom.current = relatedTarget;
  }

  /** Where focus was in the message it goes back to where it came from. */
  function close(act: () => void): void {
    const hadFocus = list.current?.contains(document.activeElement);
    act();
    if (hadFocus) cameFrom.current?.focus();
  }

  return (
    <ul ref={list} className={styles.list} onFocus={remember}>
      {shown.map((message) => (
        <Item key={message.id} message={message} onClose={close} />
      ))}
    </ul>
  );
}

interface ItemProps {
  message: Message;
  onClose: (act: () => void) => void;
}

function Item({ message: { id, kind, about }, onClose }: ItemProps) {
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
        <button type="button" className={styles.undo} onClick={() => onClose(undo)}>
          Undo
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Dismiss message"
        onClick={() => onClose(() => messages.hide(id))}
      >
        <IconX size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
