"use client";

import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { Delayed } from "@/components/feedback/delayed";
import { EmptyState } from "@/components/feedback/empty-state";
import { errorSentence } from "@/components/feedback/error-sentence";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import styles from "./data-table.module.css";
import type { DataTableProps } from "./types";
import type { ListQuery } from "./use-list";

type TableStateProps = Pick<DataTableProps<never>, "label" | "query" | "empty" | "noMatch" | "page">;

/** What stands in the place of rows when there are none: loading, an error, filters that leave nothing, or nothing at all. */
export function TableState({ label, query, empty, noMatch, page }: TableStateProps) {
  if (query?.error) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (query?.isPending) return <Skeletons.Rows label={label} />;
  if (noMatch && noMatch.count > 0) {
    const filters = noMatch.count === 1 ? "the filter" : `${noMatch.count} filters`;
    return (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.5} />}
        title="Nothing matches"
        text={`Nothing is left by ${filters} that you set.`}
        action={
          <Button variant="default" size="xs" onClick={noMatch.onClear}>
            Clear {filters}
          </Button>
        }
      />
    );
  }
  if (page && page.offset > 0)
    return <EmptyState title="Nothing more on this page" text="Go back to the page before." />;
  return empty;
}

/** Over rows that are there: a line while they are read again, and what went wrong with that. */
export function StaleBar({ query, hasRows }: { query: ListQuery; hasRows: boolean }) {
  if (!hasRows) return null;
  if (query.error && !query.isFetching) {
    return (
      <div className={styles.failed} role="alert">
        <span>These rows could not be updated. {errorSentence(query.error)}</span>
        <Button variant="default" size="xs" onClick={query.refetch}>
          Try again
        </Button>
      </div>
    );
  }
  if (!query.isFetching) return null;
  return (
    <div className={styles.progress}>
      <Delayed>
        <div className={styles.progressBar} />
      </Delayed>
    </div>
  );
}
