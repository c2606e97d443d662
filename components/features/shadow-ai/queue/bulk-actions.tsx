"use client";

import { Button } from "@mantine/core";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { countedText, countText } from "@/lib/platform/client/format";
import { TriageButtons } from "../triage/triage-buttons";
import styles from "./queue.module.css";
import type { QueueSelection } from "./use-queue";
import type { QueueTriage, Target } from "./use-queue-triage";
import { changeAllMax } from "./use-queue-triage";

interface BulkActionsProps {
  triage: QueueTriage;
  selection: QueueSelection;
  /** The rows of the current page. */
  rows: readonly ShadowAiDetection[];
  /** The number of matches of the filters. */
  total: number;
}

/** The actions on the selected detections, and the button that extends the selection to all matches. */
export function BulkActions({ triage, selection, rows, total }: BulkActionsProps) {
  const isPage = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  const hasMore = isPage && total > selection.ids.size;
  return (
    <>
      {hasMore && !selection.all && total <= changeAllMax && (
        <Button variant="subtle" size="xs" onClick={selection.selectAll}>
          Select all {countText(total)} matches
        </Button>
      )}
      {hasMore && !selection.all && total > changeAllMax && (
        <span className={styles.bulkNote}>
          {countText(total)} detections match. You can change up to {changeAllMax} at once. Add filters to narrow the
          list.
        </span>
      )}
      <QueueTriageButtons target={{ rows: selection.rows, all: selection.all }} triage={triage} />
    </>
  );
}

/** The triage buttons for a selection or for the previewed detection. */
export function QueueTriageButtons({ target, triage }: { target: Target; triage: QueueTriage }) {
  return (
    <TriageButtons
      detections={target.rows}
      onInvestigate={() => triage.investigate(target)}
      onAssignToMe={() => triage.assignToMe(target)}
      onOpen={(step) => triage.ask(step, target)}
    />
  );
}

export interface Failure {
  id: string;
  host: string;
  reason: string;
}

interface FailuresProps {
  failures: readonly Failure[];
  onClose: () => void;
}

/** The detections that were not updated by a bulk change, with the reasons. They stay selected. */
export function Failures({ failures, onClose }: FailuresProps) {
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures} role="alert">
      <p>
        <strong>{`${countedText(failures.length, "detection")} not updated.`}</strong>{" "}
        {failures.length === 1 ? "It is still selected." : "They are still selected."}
      </p>
      <ul>
        {failures.map(({ id, host, reason }) => (
          <li key={id}>
            {host}: {reason}
          </li>
        ))}
      </ul>
      <span>
        <Button variant="default" size="xs" onClick={onClose}>
          Close
        </Button>
      </span>
    </div>
  );
}
