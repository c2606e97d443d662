"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { AnchoredPopover } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { recentPeriods } from "@/lib/platform/client/period";
import styles from "./filters.module.css";

interface FilterPeriodsProps extends OverlayProps {
  label: string;
  from: string | null;
  to: string | null;
  onChoose: (period: { from: string | null; to: string | null }) => void;
}

/** What opens at a filter by time. */
export function FilterPeriods({ from, to, onChoose, ...overlay }: FilterPeriodsProps) {
  return (
    <AnchoredPopover {...overlay} position="bottom-start" className={styles.dropdown}>
      <div className={styles.periods}>
        {recentPeriods.map((period) => (
          <Button
            key={period.value}
            variant="default"
            size="xs"
            aria-pressed={from === period.value && to === null}
            onClick={() => onChoose({ from: period.value, to: null })}
          >
            {period.label}
          </Button>
        ))}
      </div>
      <DateFields from={from} to={to} onApply={onChoose} />
      {(from !== null || to !== null) && (
        <button type="button" className={styles.clear} onClick={() => onChoose({ from: null, to: null })}>
          Any time
        </button>
      )}
    </AnchoredPopover>
  );
}

interface DateFieldsProps {
  from: string | null;
  to: string | null;
  onApply: (period: { from: string | null; to: string | null }) => void;
}

/** From one moment to another, in the reader's time zone, by the browser's own fields: they know every keyboard and language. */
export function DateFields({ from, to, onApply }: DateFieldsProps) {
  const [first, setFirst] = useState(toFieldValue(from));
  const [last, setLast] = useState(toFieldValue(to));
  const period = fieldsToPeriod(first, last);
  return (
    <form
      className={styles.dates}
      onSubmit={(event) => {
        event.preventDefault();
        if (period.problem === null) onApply(period);
      }}
    >
      <label className={styles.date}>
        From
        <input type="datetime-local" value={first} onChange={(event) => setFirst(event.target.value)} />
      </label>
      <label className={styles.date}>
        To
        <input type="datetime-local" value={last} onChange={(event) => setLast(event.target.value)} />
      </label>
      {period.problem !== null && (
        <p className={styles.problem} role="alert">
          {period.problem}
        </p>
      )}
      <Button type="submit" size="xs" disabled={period.problem !== null || (first === "" && last === "")}>
        Apply
      </Button>
    </form>
  );
}

interface Period {
  from: string | null;
  to: string | null;
  /** Why it is none. */
  problem: string | null;
}

/** The value of a `datetime-local` field: local time to the minute. Time before now has none. */
export function toFieldValue(time: string | null): string {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at) || time === null || time.startsWith("-")) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The period that two fields say, in UTC. The minute of the end belongs to it. */
export function fieldsToPeriod(first: string, last: string): Period {
  const from = first === "" ? null : new Date(first);
  const to = last === "" ? null : new Date(new Date(last).getTime() + 59_999);
  const problem = from && to && from > to ? "The end must be after the start." : null;
  return { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, problem };
}
