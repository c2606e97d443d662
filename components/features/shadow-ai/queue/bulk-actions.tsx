"use client";

import { Button } from "@mantine/core";
import { useSession } from "@/components/ui/page/session";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { countText } from "@/lib/platform/client/format";
import styles from "./queue.module.css";
import type { QueueSelection } from "./use-queue";
import type { QueueTriage, Target } from "./use-queue-triage";
import { changeAllMax } from "./use-queue-triage";

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

interface TriageButtonsProps {
  target: Target;
  triage: QueueTriage;
}

/** The steps that can be taken with these detections; those that none of them can take are left out. */
export function TriageButtons({ target, triage }: TriageButtonsProps) {
  const { rows } = target;
  const { email } = useSession().member;
  const some = (...statuses: ShadowAiDetection["status"][]) => rows.some(({ status }) => statuses.includes(status));
  const isClosed = rows.length > 0 && rows.every(({ status }) => status === "RESOLVED" || status === "DISMISSED");
  return (
    <>
      {some("OPEN", "RESOLVED", "DISMISSED") && (
        <Button size="xs" variant="default" title="i" onClick={() => triage.investigate(target)}>
          {isClosed ? "Reopen" : "Investigate"}
        </Button>
      )}
      {some("OPEN", "INVESTIGATING") && (
        <>
          <Button size="xs" variant="default" title="r" onClick={() => triage.ask("resolve", target)}>
            Resolve…
          </Button>
          <Button size="xs" variant="default" title="d" onClick={() => triage.ask("dismiss", target)}>
            Dismiss…
          </Button>
        </>
      )}
      <Button size="xs" variant="default" title="a" onClick={() => triage.ask("assign", target)}>
        Assign…
      </Button>
      {rows.some(({ assignedTo }) => assignedTo !== email) && (
        <Button size="xs" variant="default" title="m" onClick={() => triage.assignToMe(target)}>
          Assign to me
        </Button>
      )}
    </>
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

/** What was not changed of many, and why. Those rows stay selected. */
export function Failures({ failures, onClose }: FailuresProps) {
  if (failures.length === 0) return null;
  const one = failures.length === 1;
  return (
    <div className={styles.failures} role="alert">
      <p>
        <strong>{`${countText(failures.length)} ${one ? "detection was" : "detections were"} not changed.`}</strong>{" "}
        {one ? "It is still selected." : "They are still selected."}
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
