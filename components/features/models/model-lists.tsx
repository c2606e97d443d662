"use client";

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EventTime } from "@/components/features/audit-chain/event-values";
import { NewestEvents, OrganisationEventsNote } from "@/components/features/audit-chain/newest-events";
import { eventSummary } from "@/components/features/audit-chain/summary";
import { common as auditCommon } from "@/components/features/audit-chain/texts/common";
import { controlsHref } from "@/components/features/evidence/controls/controls";
import { CoverageSummary } from "@/components/features/evidence/coverage-bar";
import { frameworkName } from "@/components/features/evidence/frameworks";
import { serviceColumn } from "@/components/features/shadow-ai/service";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { EmptyState, QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Severity } from "@/components/ui/values/severity";
import { Period, Time } from "@/components/ui/values/time";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { EvidencePackageListItem } from "@/lib/domains/evidence/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { modelLists as texts } from "./texts";

const shown = 10;

const event = columnsOf<AuditEvent>();
const eventColumns: Column<AuditEvent>[] = [
  event.count("position", terms.position, { of: ({ chainPosition }) => chainPosition }),
  event.text("summary", terms.event, {
    of: (event) => eventSummary(event) ?? labelOf(event.eventType),
    rowHeader: true,
  }),
  event.text("type", auditCommon.eventType, {
    cell: ({ eventType }) => <span className="quiet">{labelOf(eventType)}</span>,
    of: ({ eventType }) => labelOf(eventType),
  }),
  { id: "severity", header: terms.severity, cell: ({ severity }) => <Severity value={severity} /> },
  { id: "timestamp", header: terms.eventTime, cell: (event) => <EventTime event={event} /> },
];

export function ModelEvents({ model }: { model: Model }) {
  return (
    <NewestEvents
      filter={{ modelId: model.id }}
      title={terms.events}
      note={
        <>
          {texts.eventOrder} {!model.system && <OrganisationEventsNote modelId={model.id} />}
        </>
      }
      name="model-events"
      label={texts.latestEvents}
      columns={eventColumns}
      empty={<EmptyState {...texts.noEvents} />}
    />
  );
}

/** The latest package of each framework and its coverage. */
export function ModelEvidence({ model: { id: modelId } }: { model: Model }) {
  const query = useQuery({
    queryKey: keys.evidence.list({ latestOf: modelId }),
    queryFn: ({ signal }) =>
      Promise.all(
        frameworkIds.map(async (framework) => {
          const latest = { modelId, framework, status: "READY", limit: 1 };
          const { data } = await api.get<{ data: EvidencePackageListItem[] }>("/v1/evidence", latest, { signal });
          return { framework, latest: data[0] };
        }),
      ),
  });
  const request = (
    <Group gap="md">
      <Link href={`/evidence?modelId=${modelId}`}>{texts.viewAllPackages}</Link>
      <May permission="evidence:write">
        <Button component={Link} href={`/evidence/new?modelId=${modelId}`} variant="default" size="xs">
          {texts.newEvidencePackage}
        </Button>
      </May>
    </Group>
  );
  return (
    <Section title={terms.evidence} action={request} note={texts.latestPackagePerFramework} panel>
      <QueryState query={query} label={texts.latestPackages} height={120}>
        {(packages) => (
          <ul className="plain-list" data-divided data-rows>
            {packages.map(({ framework, latest }) => (
              <li key={framework}>
                <span data-grow>
                  {latest ? (
                    <Link href={`/evidence/${latest.id}`}>{frameworkName(framework)}</Link>
                  ) : (
                    frameworkName(framework)
                  )}
                  {latest && (
                    <div className="quiet">
                      <Period value={latest.dateRange} />
                    </div>
                  )}
                  <CoverageSummary coverage={latest?.coverage} documents={latest?.documents} />
                </span>
                <Link
                  href={controlsHref(latest ?? { modelId, framework })}
                  aria-label={texts.controlsOf(frameworkName(framework))}
                >
                  {texts.controls}
                </Link>
                <Time value={latest?.generatedAt} format="relative" none={texts.noPackageYet} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}

const detection = columnsOf<ShadowAiDetection>();
const useColumns: Column<ShadowAiDetection>[] = [
  serviceColumn(({ details }) => details),
  detection.text("department", terms.department, { of: ({ details }) => details.departmentHint }),
  detection.time("resolvedAt", texts.onboarded),
];

/** The detections that were resolved by onboarding to the model. */
export function ModelUses({ model }: { model: Model }) {
  return (
    <Section title={texts.onboardedFromShadowAi} panel>
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
