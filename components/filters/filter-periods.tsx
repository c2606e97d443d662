"use client";

import { Button } from "@mantine/core";
import { AnchoredPopover } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import { recentPeriods } from "@/lib/client/period";
import { DateFields } from "./date-fields";
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
