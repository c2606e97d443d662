"use client";

import { Button } from "@mantine/core";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { May } from "@/components/app/session";
import { NewestEvents } from "@/components/audit/newest-events";
import { columnsOf } from "@/components/data-table/columns";
import { ListTable } from "@/components/data-table/list-table";
import type { Column } from "@/components/data-table/types";
import { useList } from "@/components/data-table/use-list";
import { Section } from "@/components/detail/section";
import { frameworkName } from "@/components/evidence/evidence-values";
import { EmptyState } from "@/components/feedback/states";
import { Hash } from "@/components/values/identifiers";
import { Severity } from "@/components/values/severity";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { wordsOf } from "@/lib/client/format";
import type { EvidencePackageListItem } from "@/lib/evidence/schemas";
import type { Model } from "@/lib/models/schemas";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";

const shown = 10;

const event = columnsOf<AuditEvent>();
const eventColumns: Column<AuditEvent>[] = [
  event.count("position", "Position", { of: ({ chainPosition }) => chainPosition }),
  event.text("type", "Event", { of: ({ eventType }) => wordsOf(eventType), rowHeader: true }),
  { id: "severity", header: "Severity", cell: ({ severity }) => <Severity value={severity} /> },
  event.time("timestamp", "Time"),
  { id: "hash", header: "Hash", cell: ({ blockHash }) => <Hash value={blockHash} /> },
];

/** The newest events of a model. */
export function ModelEvents({ model }: { model: Model }) {
  return (
    <NewestEvents
      filter={{ modelId: model.id }}
      title="Events"
      name="model-events"
      label="Newest events of the model"
      columns={eventColumns}
      empty={<EmptyState title="No events yet" text="They come from whatever runs the model, through the API." />}
    />
  );
}

const evidence = columnsOf<EvidencePackageListItem>();
const packageColumns: Column<EvidencePackageListItem>[] = [
  evidence.text("framework", "Framework", { word: frameworkName, rowHeader: true }),
  evidence.status("evidence", ({ status }) => status),
  evidence.text("format", "Format"),
  evidence.time("generatedAt", "Generated", { none: "Not yet" }),
];

/** The evidence packages about a model. */
export function ModelEvidence({ model }: { model: Model }) {
  const filters = { modelId: model.id };
  const list = useList<EvidencePackageListItem>({
    key: keys.evidence.list({ ...filters, limit: shown }),
    path: "/v1/evidence",
    filters,
    limit: shown,
  });
  const request = (
    <May permission="evidence:write">
      <Button component={Link} href={`/evidence/new?modelId=${model.id}`} variant="default" size="xs">
        New evidence package
      </Button>
    </May>
  );
  return (
    <Section title="Evidence" action={request}>
      <ListTable
        name="model-evidence"
        label="Evidence packages about the model"
        columns={packageColumns}
        list={list}
        exports={false}
        rowHref={({ id }) => `/evidence/${id}`}
        empty={<EmptyState title="No evidence yet" text="A package gathers a period's events for a regulator." />}
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

/** The uses that were shadow AI until they were onboarded to a model. */
export function ModelUses({ model }: { model: Model }) {
  const filters = { modelId: model.id, resolution: "ONBOARDED" };
  const list = useList<ShadowAiDetection>({
    key: keys.detections.list({ ...filters, limit: shown }),
    path: "/v1/shadow-ai/detections",
    filters,
    limit: shown,
  });
  return (
    <Section title="Onboarded from shadow AI">
      <ListTable
        name="model-uses"
        label="Detections that were onboarded to the model"
        columns={useColumns}
        list={list}
        exports={false}
        rowHref={({ id }) => `/shadow-ai/${id}`}
        empty={<EmptyState title="None" text="Detections that are resolved as onboarded to this model stand here." />}
      />
    </Section>
  );
}
