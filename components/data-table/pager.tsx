"use client";

import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { countText } from "@/lib/client/format";
import styles from "./data-table.module.css";
import type { ListPage, ListQuery } from "./use-list";

interface PagerProps {
  page: ListPage;
  /** Rows on this page. */
  count: number;
  label: string;
  query: ListQuery | undefined;
}

/** Where the list stands, and the ways on. The buttons stay where they are, so that one can be pressed again. */
export function Pager({ page, count, label, query }: PagerProps) {
  const { total, offset, hasMore, onNext, onPrevious } = page;
  const waits = query?.isPlaceholderData ?? false;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span role="status">
        {count > 0
          ? `${countText(offset + 1)}–${countText(offset + count)} of ${countText(total)}`
          : `0 of ${countText(total)}`}
      </span>
      <Step
        label="Previous"
        icon={<IconChevronLeft size={14} aria-hidden="true" />}
        off={offset === 0 || waits}
        onStep={onPrevious}
      />
      <Step
        label="Next"
        icon={<IconChevronRight size={14} aria-hidden="true" />}
        off={!hasMore || waits}
        onStep={onNext}
      />
    </nav>
  );
}

interface StepProps {
  label: "Previous" | "Next";
  icon: React.ReactNode;
  off: boolean;
  onStep: () => void;
}

/** Switched off by aria-disabled: a button that were disabled would lose the focus of whoever pages by keyboard. */
function Step({ label, icon, off, onStep }: StepProps) {
  return (
    <Button
      variant="default"
      size="xs"
      {...(label === "Next" ? { rightSection: icon } : { leftSection: icon })}
      aria-disabled={off}
      {...(off && { "data-disabled": true })}
      onClick={() => !off && onStep()}
    >
      {label}
    </Button>
  );
}
