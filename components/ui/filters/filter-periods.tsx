"use client";

import { Button, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { AnchoredPopover } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { menus as texts } from "@/components/ui/texts";
import { recentPeriods } from "@/lib/platform/client/period";
import type { Period } from "./filter-dates";
import styles from "./filters.module.css";

interface FilterPeriodsProps extends OverlayProps, Period {
  label: string;
  onChoose: (period: Period) => void;
}

/** The dialog of a `FilterDates`. */
export function FilterPeriods({ from, to, onChoose, ...overlay }: FilterPeriodsProps) {
  return (
    <AnchoredPopover {...overlay} position="bottom-start" className={styles.dropdown}>
      <SimpleGrid cols={2} spacing={6} className={styles.periods ?? ""}>
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
      </SimpleGrid>
      <DateFields from={from} to={to} onApply={onChoose} />
      {(from !== null || to !== null) && (
        <button type="button" className="text-button" onClick={() => onChoose({ from: null, to: null })}>
          {texts.anyTime}
        </button>
      )}
    </AnchoredPopover>
  );
}

interface DateFieldsProps extends Period {
  onApply: (period: Period) => void;
}

/** Native fields for a start and an end in the user's time zone. */
function DateFields({ from, to, onApply }: DateFieldsProps) {
  const [first, setFirst] = useState(toFieldValue(from));
  const [last, setLast] = useState(toFieldValue(to));
  const { problem, ...period } = fieldsToPeriod(first, last);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onApply(period);
      }}
    >
      <TextInput
        type="datetime-local"
        size="xs"
        label="From"
        value={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        size="xs"
        label="To"
        value={last}
        onChange={(event) => setLast(event.currentTarget.value)}
        error={problem && <span role="alert">{problem}</span>}
      />
      <Button type="submit" size="xs" disabled={problem !== null || (first === "" && last === "")}>
        Apply
      </Button>
    </form>
  );
}

/** The value of a `datetime-local` field: local time to the minute. Empty for a time before now. */
export function toFieldValue(time: string | null): string {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at) || time === null || time.startsWith("-")) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The period between two fields, in UTC, including the last minute. */
export function fieldsToPeriod(first: string, last: string): Period & { problem: string | null } {
  const from = first === "" ? null : new Date(first);
  const to = last === "" ? null : new Date(new Date(last).getTime() + 59_999);
  const problem = from && to && from > to ? texts.endBeforeStart : null;
  return { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, problem };
}
