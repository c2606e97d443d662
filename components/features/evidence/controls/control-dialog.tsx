"use client";

import { Button } from "@mantine/core";
import { Section } from "@/components/ui/detail/section";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlEvents, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { timeText } from "@/lib/platform/client/format";
import { common } from "../texts/common";
import { assignmentDialog, controlTable, supplyControl, controlDialog as texts } from "../texts/controls";
import { controlName, eventsHref } from "./controls";

interface ControlDialogProps {
  control: Control;
  table: ControlTable;
  /** The assignee, as shown in the table. */
  owner: string | null;
  /** Another dialog is open above. */
  isCovered: boolean;
  onSupply: () => void;
  onClose: () => void;
}

/** The requirement, the reason for its status, its events, documents and assignment. */
export function ControlDialog({ control, table, owner, isCovered, onSupply, onClose }: ControlDialogProps) {
  const { requirement, group, text, status, reason, document, documents, supporting, adverse } = control;
  return (
    <Dialog onClose={onClose} closeOnEscape={!isCovered} size="lg" title={controlName(control)}>
      <p className="quiet">
        {group}: {text}
      </p>
      <p>
        <StatusBadge kind="coverage" value={status} /> {!control.counted && `(${controlTable.notCounted})`}
      </p>
      <p>{reason}</p>
      <Events title={texts.adverse} side={adverse} table={table} />
      <Events title={texts.supporting} side={supporting} table={table} />
      {document !== null && (
        <Section
          title={texts.neededDocument}
          action={
            <May permission="evidence:write">
              <Button variant="default" size="xs" aria-label={supplyControl.supplyFor(requirement)} onClick={onSupply}>
                {common.supplyDocument}
              </Button>
            </May>
          }
        >
          <p>{document}</p>
          <ul className="plain-list">
            {documents.map(({ id, title: name, version, validFrom, validUntil }) => (
              <li key={id}>
                {[name, version, [validFrom, validUntil].filter(Boolean).join(" – ")].filter(Boolean).join(", ")}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {control.assignment && <Assignment assignment={control.assignment} owner={owner} />}
    </Dialog>
  );
}

function Events({ title, side, table }: { title: string; side: ControlEvents; table: ControlTable }) {
  const { events, ids, filter } = side;
  return (
    <Section
      title={`${title}: ${events}`}
      action={filter && <Link href={eventsHref(table, filter)}>{texts.showAll}</Link>}
    >
      {ids.length < events && <p className="quiet">{texts.newest(ids.length, events)}</p>}
      <ul className="plain-list">
        {ids.toReversed().map((id) => (
          <li key={id}>
            <Link href={`/audit/${id}`}>
              <code>{id}</code>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Assignment({ assignment, owner }: { assignment: ControlAssignment; owner: string | null }) {
  const { closedAs, closedAt, closeReason, dueDate, note, dateRange } = assignment;
  return (
    <Section title={texts.assignment}>
      <KeyValue
        rows={[
          [texts.assignedTo, owner],
          [terms.period, <Period key="period" value={dateRange} />],
          [assignmentDialog.dueDate, dueDate && timeText(dueDate, "day", "UTC")],
          [texts.note, note],
          [texts.closed, closedAt && <Time key="closed" value={closedAt} />],
          [texts.closeReason, closedAs === "EVIDENCED" ? texts.evidenced : closeReason],
        ]}
      />
    </Section>
  );
}
