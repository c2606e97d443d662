"use client";

import { Button } from "@mantine/core";
import { countText } from "@/lib/client/format";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import { changeAllMax } from "./change-all";
import styles from "./queue.module.css";
import { TriageButtons } from "./triage-buttons";
import type { QueueTriage } from "./use-queue-triage";
import type { QueueSelection } from "./use-selection";

interface BulkActionsProps {
  triage: QueueTriage;
  selection: QueueSelection;
  /** The page that is shown. */
  rows: readonly ShadowAiDetection[];
  /** What the filters find. */
  total: number;
}

/** What can be done with what is selected, and the way from a page that is selected to all that match. */
export function BulkActions({ triage, selection, rows, total }: BulkActionsProps) {
  const isPage = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  const hasMore = isPage && total > selection.ids.size;
  return (
    <>
      {hasMore && !selection.all && total <= changeAllMax && (
        <Button variant="subtle" size="xs" onClick={selection.selectAll}>
          Select all {countText(total)} that match
        </Button>
      )}
      {hasMore && !selection.all && total > changeAllMax && (
        <span className={styles.bulkNote}>
          {countText(total)} match. At most {changeAllMax} can be changed at once: set more filters.
        </span>
      )}
      <TriageButtons target={{ rows: selection.rows, all: selection.all }} triage={triage} />
    </>
  );
}
