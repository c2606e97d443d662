"use client";

import { Button } from "@mantine/core";
import { countText } from "@/lib/client/format";
import styles from "./data-table.module.css";
import type { SelectionProps } from "./types";

interface BulkBarProps {
  selection: SelectionProps;
  onClear: () => void;
}

/** What is selected and what can be done with it. How many there are is said to who cannot see it. */
export function BulkBar({ selection: { ids, count = ids.size, bulkBar }, onClear }: BulkBarProps) {
  const some = ids.size > 0;
  return (
    <div className={some ? styles.bulk : undefined}>
      <span role="status" className={styles.bulkCount}>
        {some && `${countText(count)} selected`}
      </span>
      {some && (
        <>
          {bulkBar}
          <Button variant="subtle" size="xs" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}
