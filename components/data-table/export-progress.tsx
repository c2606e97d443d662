"use client";

import { Button } from "@mantine/core";
import { countText } from "@/lib/client/format";
import styles from "./data-table.module.css";
import { exportRowsMax } from "./export-rows";

interface ExportProgressProps {
  rows: number;
  waitSeconds: number;
  total: number | undefined;
  onCancel: () => void;
}

/** How far an export is, and the way to stop it. */
export function ExportProgress({ rows, waitSeconds, total, onCancel }: ExportProgressProps) {
  const all = total === undefined ? undefined : Math.min(total, exportRowsMax);
  return (
    <div className={styles.exporting}>
      {/* Not a live region: it would speak with every page. */}
      <span>
        {waitSeconds > 0 ? `Waiting ${waitSeconds} s for the rate limit · ` : "Exporting "}
        {countText(rows)}
        {all !== undefined && ` of ${countText(all)}`}
      </span>
      <progress aria-label="Export" value={rows} {...(all !== undefined && all > 0 && { max: all })} />
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
