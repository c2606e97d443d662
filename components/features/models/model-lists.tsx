"use client";

import { Button } from "@mantine/core";
import { EventTime } from "@/components/features/audit-chain/event-values";
import { NewestEvents } from "@/components/features/audit-chain/newest-events";
import { eventSummary } from "@/components/features/audit-chain/summary";
import { frameworkName } from "@/components/features/evidence/frameworks";
import { keys } from "@/components/ui/api/keys";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { Severity } from "@/components/ui/values/severity";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { EvidencePackageListItem } from "@/lib/domains/evidence/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";

const shown = 10;

const event = columnsOf<AuditEvent>();
const eventColumns: Column<AuditEvent>[] = [
  event.count("position", "Position", { of: ({ chainPosition }) => chainPosition }),
  event.text("type", "Event", { of: ({ eventType }) => labelOf(eventType), rowHeader: true }),
  { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
  event.text("summary", "Summary", { of: (event) => eventSummary(event) }),
  { id: "timestamp", header: "Event time", cell: (event) => <EventTime event={event} /> },
];

export function ModelEvents({ model }: { model: Model }) {
  return (
    <NewestEvents
      filter={{ modelId: model.id }}
      title="Events"
      name="model-events"
      label="Latest events for this model"
      columns={eventColumns}
      empty={<EmptyState title="No events yet" text="Your systems send events for this model through the API." />}
    />
  );
}

const evidence = columnsOf<EvidencePackageListItem>();
const packageColumns: Column<EvidencePackageListItem>[] = [
  evidence.text("framework", "Framework", { labelOf: frameworkName, rowHeader: true }),
  evidence.status("evidence", ({ status }) => status),
  evidence.text("coverage", "Coverage", { of: ({ coverage }) => coverage?.headline }),
  evidence.text("format", "Format"),
  evidence.time("generatedAt", "Generated", { none: "Not yet" }),
];

export function ModelEvidence({ model }: { model: Model }) {
  const request = (
    <May permission="evidence:write">
      <Button component={Link} href={`/evidence/new?modelId=${model.id}`} variant="default" size="xs">
        New evidence package
      </Button>
    </May>
  );
  return (
    <Section title="Evidence" action={request}>
      <ResourceTable
        name="model-evidence"
        label="Evidence packages for this model"
        columns={packageColumns}
        listKey={keys.evidence.list}
        path="/v1/evidence"
        fixed={{ modelId: model.id }}
        shown={shown}
        rowHref={({ id }) => `/evidence/${id}`}
        empty={<EmptyState title="No evidence yet" text="Generate an evidence package for a regulator or auditor." />}
      />
    </Section>
  );
}

const detection = columnsOf<ShadowAiDetection>();
const useColumns: Column<ShadowAiDetection>[] = [
  {
    id: "endpoint",
    header: "Service",
    rowHeader: true,
    cell: ({ details }) => `${details.aiProvider}, ${details.endpoint}`,
    csv: ({ details }) => details.endpoint,
  },
  detection.text("department", "Department", { of: ({ details }) => details.departmentHint }),
  detection.time("resolvedAt", "Onboarded"),
];

/** The detections that were resolved by onboarding to the model. */
export function ModelUses({ model }: { model: Model }) {
  return (
    <Section title="Onboarded from shadow AI">
      <ResourceTable
        name="model-uses"
        label="Detections onboarded to this model"
        columns={useColumns}
        listKey={keys.detections.list}
        path="/v1/shadow-ai/detections"
        fixed={{ modelId: model.id, resolution: "ONBOARDED" }}
        shown={shown}
        rowHref={({ id }) => `/shadow-ai/${id}`}
        empty={
          <EmptyState title="No onboarded detections" text="Detections that you onboard to this model appear here." />
        }
      />
    </Section>
  );
}
