"use client";

import { relativeText, type TimeFormat, timeText, utcText } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-environment";
import { Hint } from "./hint";
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
