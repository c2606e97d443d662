"use client";

import { Button } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense } from "react";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import { timeText } from "@/lib/platform/client/format";
import { recentPeriods } from "@/lib/platform/client/period";
import styles from "./filters.module.css";

const filterPeriods = lazily(async () => (await import("./filter-periods")).FilterPeriods);

interface FilterDatesProps {
  label: string;
  /** ISO, or time before now (`-7d`); null where it is open. */
  from: string | null;
  to: string | null;
  onChange: (period: { from: string | null; to: string | null }) => void;
}

/** A filter by time: a period that ends now, or from one moment to another. */
export function FilterDates({ label, from, to, onChange }: FilterDatesProps) {
  const { button, overlay } = useOverlay("dialog", filterPeriods.preload);
  return (
    <>
      <Button
        {...button}
        variant="default"
        size="xs"
        className={styles.choice ?? ""}
        data-set={from !== null || to !== null || undefined}
        leftSection={<IconCalendar size={14} aria-hidden="true" />}
      >
        {label}
        <span className={styles.chosen}>{periodSummary(from, to)}</span>
      </Button>
      <Suspense>
        {overlay && (
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
      </Suspense>
    </>
  );
}

function periodSummary(from: string | null, to: string | null): string {
  if (from === null && to === null) return "";
  const recent = to === null && recentPeriods.find(({ value }) => value === from);
  if (recent) return `: ${recent.label.toLowerCase()}`;
  const day = (time: string) => timeText(time, "day");
  if (from === null) return `: until ${day(to ?? "")}`;
  return to === null ? `: since ${day(from)}` : `: ${day(from)} to ${day(to)}`;
}
