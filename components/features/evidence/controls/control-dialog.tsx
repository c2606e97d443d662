"use client";

import { Button } from "@mantine/core";
import { eventNouns } from "@/components/features/alert-policies/labels";
import { eventSummary } from "@/components/features/audit-chain/summary";
import { useReferredEvent } from "@/components/features/audit-chain/use-event-summary";
import { Section } from "@/components/ui/detail/section";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlEvents, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { countedText, countText, labelOf, timeText } from "@/lib/platform/client/format";
import { validityOf } from "../documents/document-form";
import { common } from "../texts/common";
import {
  assignmentDialog,
  closeReasonOf,
  controlTable,
  supplyControl,
  controlDialog as texts,
} from "../texts/controls";
import { documentEffects } from "../texts/documents";
import { controlName, eventsHref } from "./controls";
import { whyNoDocument } from "./document-effect";

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
  const { group, text, status, reason, document, documents, supporting, adverse, evidence } = control;
  const effect = whyNoDocument(control, table.data);
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
      {evidence.length > 0 && (
        <Section title={texts.kinds} note={texts.kindsNote}>
          <ul className="plain-list">
            {evidence.map((kind) => (
              <li key={kind.kind}>{texts.kind(kind)}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={texts.neededDocument}
        action={
          document !== null && (
            <May permission="evidence:write">
              <Button
                variant="default"
                size="xs"
                aria-label={supplyControl.supplyFor(controlName(control))}
                onClick={onSupply}
              >
                {common.supplyDocument}
              </Button>
            </May>
          )
        }
      >
        {document !== null && <p>{document}</p>}
        {effect !== null && <p className="quiet">{documentEffects[effect]}</p>}
        {status === "NOT_EVIDENCED_BY_EVENTS" && <p className="quiet">{texts.documentChangesStatus}</p>}
        {documents.length > 0 && (
          <ul className="plain-list">
            {documents.map((supplied) => (
              <li key={supplied.id}>{documentText(supplied)}</li>
            ))}
          </ul>
        )}
      </Section>
      {control.assignment && <Assignment assignment={control.assignment} owner={owner} />}
    </Dialog>
  );
}

function Events({ title, side, table }: { title: string; side: ControlEvents; table: ControlTable }) {
  const { events, ids, filter } = side;
  const types = typeCounts(side);
  return (
    <Section
      title={`${title}: ${events}`}
      action={filter && <Link href={eventsHref(table, filter)}>{texts.showAll}</Link>}
    >
      {types.length > 0 && <p className="quiet">{texts.typeCounts(types)}</p>}
      {ids.length < events && <p className="quiet">{texts.newest(ids.length, events)}</p>}
      <ul className="plain-list">
        {ids.toReversed().map((id, index) => (
          <li key={id}>
            <EventLink id={id} isNamed={index < namedMax} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Each name is a request, and the rate limit applies to the whole organisation. */
const namedMax = 5;

/** Links to an event by its position and summary if it is named, and by its ID otherwise and until they are loaded. */
function EventLink({ id, isNamed }: { id: string; isNamed: boolean }) {
  const event = useReferredEvent(isNamed ? id : null);
  const href = `/audit/${id}`;
  if (event === undefined)
    return (
      <Link href={href}>
        <code>{id}</code>
      </Link>
    );
  return (
    <>
      <Link href={href}>
        #{countText(event.chainPosition)} {eventSummary(event) ?? labelOf(event.eventType)}
      </Link>{" "}
      <span className="quiet">
        <Time value={event.timestamp} format="short" />
      </span>
    </>
  );
}

/** `Tiering methodology, version 1.4, valid from 1 Oct 2026`. */
function documentText(supplied: Control["documents"][number]): string {
  const { title, version, validFrom, validUntil } = supplied;
  const isLimited = validFrom !== null || validUntil !== null;
  return [title, version && texts.version(version), isLimited && texts.valid(validityOf(supplied))]
    .filter(Boolean)
    .join(", ");
}

/** `64 inferences`, `2 human reviews`: the most frequent type first. */
function typeCounts({ byType }: ControlEvents): string[] {
  return Object.entries(byType)
    .toSorted(([, one], [, other]) => other - one)
    .map(([type, events]) => countedText(events, eventNouns[type as EventType] ?? "event"));
}

function Assignment({ assignment, owner }: { assignment: ControlAssignment; owner: string | null }) {
  const { closedAt, dueDate, note, dateRange } = assignment;
  return (
    <Section title={texts.assignment}>
      <KeyValue
        rows={[
          [texts.assignedTo, owner],
          [terms.period, <Period key="period" value={dateRange} />],
          [assignmentDialog.dueDate, dueDate && timeText(dueDate, "day", "UTC")],
          [texts.note, note],
          [texts.closed, closedAt && <Time key="closed" value={closedAt} />],
          [texts.closeReason, closeReasonOf(assignment)],
        ]}
      />
    </Section>
  );
}
