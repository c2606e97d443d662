"use client";

import { useSystemModel } from "@/components/features/models/use-models";
import { columnsOf } from "@/components/ui/data-table/columns";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { terms } from "@/components/ui/terms";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { EventTime } from "./event-values";
import { actorName } from "./labels";
import { NewestEvents } from "./newest-events";
import { eventSummary } from "./summary";
import { common, recordChanges as texts } from "./texts/common";

const column = columnsOf<AuditEvent>();
const columns: Column<AuditEvent>[] = [
  column.text("change", texts.change, {
    of: (event) => eventSummary(event) ?? labelOf(event.eventType),
    rowHeader: true,
    minWidth: "12rem",
  }),
  column.text("actor", common.actor, { of: actorName, inCards: "bare" }),
  { id: "timestamp", header: terms.eventTime, inCards: "bare", cell: (event) => <EventTime event={event} /> },
];

/** The changes of a record's configuration with their authors: the events of the organisation that contain its ID. */
export function ChangeList({ id }: { id: string }) {
  // Events that an integration records about models contain its ID too.
  const modelId = useSystemModel();
  if (modelId === undefined) return null;
  return (
    <NewestEvents
      filter={{ q: id, eventType: "CONFIG_CHANGE", modelId }}
      title={texts.title}
      name="record-changes"
      label={texts.latest}
      columns={columns}
      shown={5}
      empty={<EmptyState title={texts.none} />}
    />
  );
}
