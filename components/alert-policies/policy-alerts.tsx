"use client";

import { Link } from "@/components/app/link";
import { NewestEvents } from "@/components/audit/newest-events";
import { useModelNames } from "@/components/audit/use-model-names";
import type { Column } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/feedback/empty-state";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import type { AuditEvent } from "@/lib/audit-chain/schemas";

/** The newest alerts of a policy, which carry its id among their tags, each with the event that set it off. */
export function PolicyAlerts({ policy }: { policy: AlertPolicy }) {
  const names = useModelNames();
  const modelName = (event: AuditEvent) => {
    const modelId = textOf(event, "eventModelId") ?? event.modelId;
    return names.get(modelId) ?? modelId;
  };
  const columns: Column<AuditEvent>[] = [
    {
      id: "message",
      header: "What was seen",
      rowHeader: true,
      minWidth: "14rem",
      cell: messageOf,
      csv: messageOf,
    },
    { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
    { id: "model", header: "Model", minWidth: "9rem", cell: modelName },
    { id: "cause", header: "Set off by", cell: (event) => <Cause event={event} /> },
    { id: "timestamp", header: "Time", cell: ({ timestamp }) => <Time value={timestamp} /> },
  ];
  return (
    <NewestEvents
      filter={{ tags: policy.id }}
      title="Alerts"
      name="policy-alerts"
      label="Newest alerts of the policy"
      columns={columns}
      card={(event) => (
        <>
          <div>
            <Severity value={event.severity} /> <Time value={event.timestamp} />
          </div>
          <div>
            {modelName(event)}, set off by <Cause event={event} />
          </div>
        </>
      )}
      empty={<EmptyState title="No alerts yet" text="It looks at events from when it was made, or last changed." />}
    />
  );
}

/** The event that set an alert off. */
function Cause({ event }: { event: AuditEvent }) {
  const eventId = textOf(event, "eventId");
  return eventId === undefined ? "–" : <Link href={`/audit/${eventId}`}>Event</Link>;
}

function messageOf(event: AuditEvent): string {
  return textOf(event, "message") ?? "Alert";
}

/** A text of the payload of an event that may be somebody else's: tags are anybody's to give. */
function textOf({ payload }: AuditEvent, member: string): string | undefined {
  // Of an event whose content was erased there is none.
  const value = payload?.[member];
  return typeof value === "string" ? value : undefined;
}
