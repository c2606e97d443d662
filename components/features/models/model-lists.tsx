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
import { terms } from "@/components/ui/terms";
import { Severity } from "@/components/ui/values/severity";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { EvidencePackageListItem } from "@/lib/domains/evidence/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { modelLists as texts } from "./texts";

const shown = 10;

const event = columnsOf<AuditEvent>();
const eventColumns: Column<AuditEvent>[] = [
  event.count("position", terms.position, { of: ({ chainPosition }) => chainPosition }),
  event.text("type", terms.event, { of: ({ eventType }) => labelOf(eventType), rowHeader: true }),
  { id: "severity", header: terms.severity, cell: ({ severity }) => <Severity value={severity} /> },
  event.text("summary", terms.summary, { of: (event) => eventSummary(event) }),
  { id: "timestamp", header: terms.eventTime, cell: (event) => <EventTime event={event} /> },
];

export function ModelEvents({ model }: { model: Model }) {
  return (
    <NewestEvents
      filter={{ modelId: model.id }}
      title={terms.events}
      name="model-events"
      label={texts.latestEvents}
      columns={eventColumns}
      empty={<EmptyState {...texts.noEvents} />}
    />
  );
}

const evidence = columnsOf<EvidencePackageListItem>();
const packageColumns: Column<EvidencePackageListItem>[] = [
  evidence.text("framework", terms.framework, { labelOf: frameworkName, rowHeader: true }),
  evidence.status("evidence", ({ status }) => status),
  evidence.text("coverage", terms.coverage, { of: ({ coverage }) => coverage?.headline }),
  evidence.text("format", terms.format),
  evidence.time("generatedAt", terms.generated, { none: terms.notYet }),
];

export function ModelEvidence({ model }: { model: Model }) {
  const request = (
    <May permission="evidence:write">
      <Button component={Link} href={`/evidence/new?modelId=${model.id}`} variant="default" size="xs">
        {texts.newEvidencePackage}
      </Button>
    </May>
  );
  return (
    <Section title={terms.evidence} action={request}>
      <ResourceTable
        name="model-evidence"
        label={texts.evidencePackages}
        columns={packageColumns}
        listKey={keys.evidence.list}
        path="/v1/evidence"
        fixed={{ modelId: model.id }}
        shown={shown}
        rowHref={({ id }) => `/evidence/${id}`}
        empty={<EmptyState {...texts.noEvidence} />}
      />
    </Section>
  );
}

const detection = columnsOf<ShadowAiDetection>();
const useColumns: Column<ShadowAiDetection>[] = [
  {
    id: "endpoint",
    header: terms.service,
    rowHeader: true,
    cell: ({ details }) => `${details.aiProvider}, ${details.endpoint}`,
    csv: ({ details }) => details.endpoint,
  },
  detection.text("department", terms.department, { of: ({ details }) => details.departmentHint }),
  detection.time("resolvedAt", texts.onboarded),
];

/** The detections that were resolved by onboarding to the model. */
export function ModelUses({ model }: { model: Model }) {
  return (
    <Section title={texts.onboardedFromShadowAi}>
      <ResourceTable
        name="model-uses"
        label={texts.onboardedDetections}
        columns={useColumns}
        listKey={keys.detections.list}
        path="/v1/shadow-ai/detections"
        fixed={{ modelId: model.id, resolution: "ONBOARDED" }}
        shown={shown}
        rowHref={({ id }) => `/shadow-ai/${id}`}
        empty={<EmptyState {...texts.noDetections} />}
      />
    </Section>
  );
}
