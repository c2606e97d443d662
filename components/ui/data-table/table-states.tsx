"use client";

import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconFilterOff } from "@tabler/icons-react";
import { Delayed, Skeletons } from "@/components/ui/feedback/skeletons";
import { EmptyState, ErrorState } from "@/components/ui/feedback/states";
import { table as texts } from "@/components/ui/texts";
import { countedText, countText } from "@/lib/platform/client/format";
import styles from "./data-table.module.css";
import type { DataTableProps } from "./types";
import type { ListPage, ListQuery } from "./use-list";

type TableStateProps = Pick<DataTableProps<never>, "label" | "query" | "empty" | "noMatch" | "page">;

/** Replaces the rows: loading, an error, no matches, or an empty list. */
export function TableState({ label, query, empty, noMatch, page }: TableStateProps) {
  if (query?.error) return <ErrorState label={label} error={query.error} onRetry={() => query.refetch()} />;
  if (query?.isPending) return <Skeletons.Rows label={label} />;
  if (noMatch && noMatch.count > 0) {
    const filters = noMatch.count === 1 ? "filter" : `${noMatch.count} filters`;
    return (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.5} />}
        title={texts.noResults}
        text={texts.noMatch}
        action={
          <Button variant="default" size="xs" onClick={noMatch.onClear}>
            Clear {filters}
          </Button>
        }
      />
    );
  }
  if (page && page.offset > 0) return <EmptyState {...texts.noMore} />;
  return empty;
}

/** A progress bar while existing rows are refetched. `StaleStrip` reports that it failed. */
export function RefreshBar() {
  return (
    <div className={styles.progress}>
      <Delayed>
        <div className={styles.progressBar} />
      </Delayed>
    </div>
  );
}

/** The number of results on a single page. */
export function Total({ page }: { page: ListPage | undefined }) {
  if (!page || page.count === 0 || page.hasMore || page.offset > 0) return null;
  return (
    <div className={styles.pager} role="status">
      {countedText(page.total, "result")}
    </div>
  );
}

interface PagerProps {
  page: ListPage;
  label: string;
  query: ListQuery | undefined;
}

/** The position in the list. Both buttons are always shown, so that they do not move. */
export function Pager({ page, label, query }: PagerProps) {
  const { total, offset, count, hasMore, onNext, onPrevious } = page;
  const waits = query?.isPlaceholderData ?? false;
  return (
    <nav className={styles.pager} aria-label={`${label} pages`}>
      <span role="status">
        {count > 0 ? `${countText(offset + 1)}–${countText(offset + count)}` : 0} of {countText(total)}
      </span>
      <Step
        label="Previous"
        icon={<IconChevronLeft size={14} aria-hidden="true" />}
        disabled={offset === 0 || waits}
        onStep={onPrevious}
      />
      <Step
        label="Next"
        icon={<IconChevronRight size={14} aria-hidden="true" />}
        disabled={!hasMore || waits}
        onStep={onNext}
      />
    </nav>
  );
}

interface StepProps {
  label: "Previous" | "Next";
  icon: React.ReactNode;
  disabled: boolean;
  onStep: () => void;
}

/** Uses `aria-disabled`: a disabled button would lose the keyboard focus. */
function Step({ label, icon, disabled, onStep }: StepProps) {
  return (
    <Button
      variant="default"
      size="xs"
      {...(label === "Next" ? { rightSection: icon } : { leftSection: icon })}
      aria-disabled={disabled}
      {...(disabled && { "data-disabled": true })}
      onClick={() => !disabled && onStep()}
    >
      {label}
    </Button>
  );
}
