"use client";

import { Button } from "@mantine/core";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { May } from "@/components/app/session";
import { NewestEvents } from "@/components/audit/newest-events";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { frameworkName } from "@/components/evidence/framework-names";
import { EmptyState } from "@/components/feedback/empty-state";
import { Count } from "@/components/values/figures";
import { Hash } from "@/components/values/hash";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { wordsOf } from "@/lib/client/format";
import type { EvidencePackageListItem } from "@/lib/evidence/schemas";
import type { Model } from "@/lib/models/schemas";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import styles from "./models.module.css";

const shown = 10;

const eventColumns: Column<AuditEvent>[] = [
  { id: "position", header: "Position", align: "right", cell: (event) => <Count value={event.chainPosition} /> },
  {
    id: "type",
    header: "Event",
    rowHeader: true,
    cell: (event) => wordsOf(event.eventType),
    csv: (event) => wordsOf(event.eventType),
  },
  { id: "severity", header: "Severity", cell: (event) => <Severity value={event.severity} /> },
  { id: "timestamp", header: "Time", cell: (event) => <Time value={event.timestamp} /> },
  { id: "hash", header: "Hash", cell: (event) => <Hash value={event.blockHash} /> },
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

const packageColumns: Column<EvidencePackageListItem>[] = [
  {
    id: "framework",
    header: "Framework",
    rowHeader: true,
    cell: ({ framework }) => frameworkName(framework),
    csv: ({ framework }) => frameworkName(framework),
  },
  { id: "status", header: "Status", cell: ({ status }) => <StatusBadge kind="evidence" value={status} /> },
  { id: "format", header: "Format", cell: ({ format }) => format },
  { id: "generatedAt", header: "Generated", cell: ({ generatedAt }) => <Time value={generatedAt} none="Not yet" /> },
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
    <section className={styles.section} aria-labelledby="evidence">
      <div className={styles.heading}>
        <h2 id="evidence">Evidence</h2>
        {request}
      </div>
      <DataTable
        name="model-evidence"
        label="Evidence packages about the model"
        columns={packageColumns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/evidence/${id}`}
        query={list.query}
        page={list.page}
        empty={<EmptyState title="No evidence yet" text="A package gathers a period's events for a regulator." />}
      />
    </section>
  );
}

const useColumns: Column<ShadowAiDetection>[] = [
  {
    id: "endpoint",
    header: "Service",
    rowHeader: true,
    cell: ({ details }) => `${details.aiProvider}, ${details.endpoint}`,
    csv: ({ details }) => details.endpoint,
  },
  { id: "department", header: "Department", cell: ({ details }) => details.departmentHint ?? "–" },
  { id: "resolvedAt", header: "Onboarded", cell: ({ resolvedAt }) => <Time value={resolvedAt} /> },
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
    <section className={styles.section} aria-labelledby="uses">
      <div className={styles.heading}>
        <h2 id="uses">Onboarded from shadow AI</h2>
      </div>
      <DataTable
        name="model-uses"
        label="Detections that were onboarded to the model"
        columns={useColumns}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/shadow-ai/${id}`}
        query={list.query}
        page={list.page}
        empty={<EmptyState title="None" text="Detections that are resolved as onboarded to this model stand here." />}
      />
    </section>
  );
}
