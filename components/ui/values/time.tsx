"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { relativeText, type TimeFormat, timeText, utcText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import styles from "./values.module.css";

interface TimeProps {
  /** An ISO time; null shows a dash. */
  value: string | null | undefined;
  format?: TimeFormat;
  /** What null means: "Never". */
  none?: string;
  /** Whether it can be focused to read UTC by keyboard; false where the page shows UTC anyway. */
  focusable?: boolean;
}

/** A point in time where the reader is; what is on record, in UTC, on hover and focus. */
export function Time({ value, format = "short", none = "–", focusable = true }: TimeProps) {
  const now = useNow();
  if (value === null || value === undefined) return <span className={styles.quiet}>{none}</span>;
  return (
    <Hint text={hintOf(value, format, now !== null)} focusable={focusable}>
      <time dateTime={value} className={styles.time}>
        {textOf(value, format, now)}
      </time>
    </Hint>
  );
}

/** The server knows neither the reader's zone nor when the page is read: until the page runs, times are in UTC. */
function textOf(value: string, format: TimeFormat, now: number | null): string {
  if (now === null) return timeText(value, format === "relative" ? "short" : format, "UTC");
  return format === "relative" ? relativeText(value, now) : timeText(value, format);
}

function hintOf(value: string, format: TimeFormat, isLocal: boolean): string {
  return isLocal && format === "relative" ? `${timeText(value, "full")} · ${utcText(value)}` : utcText(value);
}

interface HintProps {
  text: string;
  children: ReactNode;
  /** False where the child can be focused itself. */
  focusable?: boolean;
}

/** Inside what it belongs to: behind an open dialog nothing is read out. */
function landmarkOf(element: Element | null): Element {
  return element?.closest("[role=dialog], main") ?? document.body;
}

interface Place {
  left: number;
  top: number;
  below: boolean;
}

/** More about a value on hover and focus. Light enough for every cell of a table: nothing is there until it is shown. */
export function Hint({ text, children, focusable = true }: HintProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = place !== null;

  function show(): void {
    clearTimeout(leaving.current);
    const box = anchor.current?.getBoundingClientRect();
    if (!box) return;
    const below = box.top < 64;
    const middle = Math.min(Math.max(box.left + box.width / 2, 12), innerWidth - 12);
    setPlace({ left: middle, top: below ? box.bottom : box.top, below });
  }

  function hide(): void {
    clearTimeout(leaving.current);
    setPlace(null);
  }

  /** The pointer may go to the hint itself without losing it. */
  function hideSoon(): void {
    leaving.current = setTimeout(hide, 120);
  }

  // The page, whose scrolling leaves the hint behind, and the key that closes it wherever focus is.
  useEffect(() => {
    if (!shown) return;
    const close = () => setPlace(null);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("scroll", close, { capture: true, passive: true });
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("scroll", close, { capture: true });
      removeEventListener("keydown", onKey, true);
    };
  }, [shown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus show more of what is there; nothing is operated.
    <span
      ref={anchor}
      className={styles.anchor}
      aria-describedby={shown ? id : undefined}
      tabIndex={focusable ? 0 : undefined}
      onMouseEnter={show}
      onMouseLeave={hideSoon}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {place &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            className={styles.hint}
            data-below={place.below || undefined}
            style={{ left: place.left, top: place.top }}
            onMouseEnter={show}
            onMouseLeave={hideSoon}
          >
            {text}
          </span>,
          landmarkOf(anchor.current),
        )}
    </span>
  );
}
