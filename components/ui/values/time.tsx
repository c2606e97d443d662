"use client";

import { type ReactNode, use, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { relativeText, type TimeFormat, timeText, utcText } from "@/lib/platform/client/format";
import { LoadedAt, useNow } from "@/lib/platform/client/use-environment";
import styles from "./values.module.css";

interface TimeProps {
  /** An ISO time. */
  value: string | null | undefined;
  /** Default: `full`, with seconds and time zone. Lists use `relative`, or `short` where the time itself matters, or `seconds` where its order does. */
  format?: TimeFormat;
  /** Shown for null: "Never". */
  none?: string;
  /** Whether the UTC hint can be focused. False if the page shows UTC elsewhere. */
  focusable?: boolean;
}

/** A time in the user's time zone, with a UTC hint on hover and focus. */
export function Time({ value, format = "full", none = "–", focusable = true }: TimeProps) {
  const loadedAt = use(LoadedAt);
  const now = useNow(format === "relative" ? loadedAt : null);
  if (value === null || value === undefined) return <span className={styles.quiet}>{none}</span>;
  return (
    <Hint text={hintOf(value, format, now !== null)} focusable={focusable}>
      <time dateTime={value} className={styles.time}>
        {textOf(value, format, now)}
      </time>
    </Hint>
  );
}

/** The first and the last day of a period, in UTC like the period. Includes the time if the period starts or ends within a day. */
export function Period({ value: { from, to } }: { value: DateRange }) {
  return (
    <Hint text={`${utcText(from)} to ${utcText(to)}`}>
      <span className={styles.figure}>{boundText(from, "T00:00:00.000Z")}</span> to{" "}
      <span className={styles.figure}>{boundText(to, "T23:59:59.999Z")}</span>
    </Hint>
  );
}

function boundText(bound: string, whole: string): string {
  return bound.endsWith(whole) ? timeText(bound, "day", "UTC") : `${timeText(bound, "short", "UTC")} UTC`;
}

export interface DateRange {
  from: string;
  to: string;
}

/**
 * Until hydration, relative to the time of the request, and otherwise in UTC: the server knows neither the user's time zone
 * nor the current time of the browser.
 */
function textOf(value: string, format: TimeFormat, now: number | null): string {
  if (format === "relative") return now === null ? timeText(value, "short", "UTC") : relativeText(value, now);
  return now === null ? timeText(value, format, "UTC") : timeText(value, format);
}

function hintOf(value: string, format: TimeFormat, isLocal: boolean): string {
  return isLocal && format === "relative" ? `${timeText(value, "full")} · ${utcText(value)}` : utcText(value);
}

interface HintProps {
  text: string;
  children: ReactNode;
  /** False if the child is focusable. */
  focusable?: boolean;
}

/** The hint is rendered in its dialog or landmark, so that screen readers find it. */
function landmarkOf(element: Element | null): Element {
  return element?.closest("[role=dialog], main") ?? document.body;
}

interface Position {
  left: number;
  top: number;
  below: boolean;
}

/** A tooltip on hover and focus. Renders nothing until it is shown, because tables have one in many cells. */
export function Hint({ text, children, focusable = true }: HintProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [position, setPosition] = useState<Position | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = position !== null;

  function show(): void {
    clearTimeout(leaving.current);
    const box = anchor.current?.getBoundingClientRect();
    if (!box) return;
    const below = box.top < 64;
    const middle = Math.min(Math.max(box.left + box.width / 2, 12), innerWidth - 12);
    setPosition({ left: middle, top: below ? box.bottom : box.top, below });
  }

  function hide(): void {
    clearTimeout(leaving.current);
    setPosition(null);
  }

  /** Lets the pointer move onto the hint. */
  function hideSoon(): void {
    leaving.current = setTimeout(hide, 120);
  }

  // Scrolling and Escape close the hint.
  useEffect(() => {
    if (!shown) return;
    const close = () => setPosition(null);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("scroll", close, { capture: true, passive: true });
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("scroll", close, { capture: true });
      removeEventListener("keydown", onKey, true);
    };
  }, [shown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only show a tooltip.
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
      {position &&
        createPortal(
          <span
            id={id}
            role="tooltip"
            className={styles.hint}
            data-below={position.below || undefined}
            style={{ left: position.left, top: position.top }}
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
