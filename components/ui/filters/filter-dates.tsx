"use client";

import { IconCalendar } from "@tabler/icons-react";
import { lazily } from "@/components/ui/overlay/use-overlay";
import { timeText } from "@/lib/platform/client/format";
import { recentPeriods } from "@/lib/platform/client/period";
import { FilterButton } from "./filter-button";

const filterPeriods = lazily(async () => (await import("./filter-periods")).FilterPeriods);

export interface Period {
  /** An ISO time, or a time before now (`-7d`). Null is unbounded. */
  from: string | null;
  to: string | null;
}

interface FilterDatesProps extends Period {
  label: string;
  onChange: (period: Period) => void;
}

/** A filter by time: a recent period, or a start and an end. */
export function FilterDates({ label, from, to, onChange }: FilterDatesProps) {
  return (
    <FilterButton
      label={label}
      summary={summaryOf(from, to)}
      leftSection={<IconCalendar size={14} aria-hidden="true" />}
      preload={filterPeriods.preload}
    >
      {(overlay) => (
        <filterPeriods.Lazy
          {...overlay}
          label={label}
          from={from}
          to={to}
          onChoose={(period) => {
            onChange(period);
            overlay.onChange(false);
          }}
        />
      )}
    </FilterButton>
  );
}

function summaryOf(from: string | null, to: string | null): string {
  const recent = to === null && recentPeriods.find(({ value }) => value === from);
  if (recent) return recent.label.toLowerCase();
  const start = from && timeText(from, "day");
  const end = to && timeText(to, "day");
  if (start && end) return `${start} to ${end}`;
  if (start) return `since ${start}`;
  return end ? `until ${end}` : "";
}
