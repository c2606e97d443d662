"use client";

import { NewestEvents } from "@/components/audit/newest-events";
import { useModelNames } from "@/components/audit/use-model-names";
import type { Column } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/feedback/empty-state";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { wordsOf } from "@/lib/client/format";
import type { Integration } from "@/lib/integrations/schemas";

/** The newest events that came from an integration, which carry its id among their tags. */
export function IntegrationEvents({ integration }: { integration: Integration }) {
  const names = useModelNames();
  const columns: Column<AuditEvent>[] = [
    {
      id: "kind",
      header: "What happened",
      rowHeader: true,
      minWidth: "11rem",
      cell: whatHappened,
      csv: whatHappened,
    },
    { id: "type", header: "Event", cell: ({ eventType }) => wordsOf(eventType) },
    { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
    { id: "model", header: "Model", cell: ({ modelId }) => names.get(modelId) ?? modelId },
    { id: "timestamp", header: "Time", cell: ({ timestamp }) => <Time value={timestamp} /> },
  ];
  return (
    <NewestEvents
      filter={{ tags: integration.id }}
      title="Events"
      name="integration-events"
      label="Newest events of the integration"
      columns={columns}
      card={({ severity, timestamp, modelId }) => (
        <>
          <div>
            <Severity value={severity} /> <Time value={timestamp} />
          </div>
          <div>{names.get(modelId) ?? modelId}</div>
        </>
      )}
      empty={<EmptyState title="No events yet" text="They come with the first delivery that tells of something." />}
    />
  );
}

/** `Pull request merged`: what the event's payload says that it is. */
function whatHappened({ payload, eventType }: AuditEvent): string {
  return wordsOf(typeof payload?.kind === "string" ? payload.kind : eventType);
}
