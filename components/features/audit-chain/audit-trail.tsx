"use client";

import { Button } from "@mantine/core";
import { IconListDetails, IconShieldCheck } from "@tabler/icons-react";
import { type ModelNameOf, useModelName, useModelNames, useSystemModel } from "@/components/features/models/use-models";
import { SavedViews } from "@/components/features/saved-views/saved-views";
import { keys } from "@/components/ui/api/keys";
import type { Column } from "@/components/ui/data-table/data-table";
import { ListTable } from "@/components/ui/data-table/list-table";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { FilterDates } from "@/components/ui/filters/filter-dates";
import { useFilters } from "@/components/ui/filters/filters";
import { readUrl, writeUrl } from "@/components/ui/filters/url-values";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { terms } from "@/components/ui/terms";
import { Count } from "@/components/ui/values/figures";
import { Hash } from "@/components/ui/values/identifiers";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { resolveTimes } from "@/lib/platform/client/period";
import { queryString } from "@/lib/platform/client/query-string";
import { useNow } from "@/lib/platform/client/use-environment";
import styles from "./audit.module.css";
import { EventTime, HashCheck } from "./event-values";
import { auditFilters } from "./filters";
import { actorName } from "./labels";
import { OrganisationEventsNote } from "./newest-events";
import { eventSummary, type Names } from "./summary";
import { common, auditTrail as texts } from "./texts/common";

export function AuditTrail() {
  const filtering = useFilters(auditFilters);
  const { filters, set } = filtering;
  const names = useModelNames();
  const systemModel = useSystemModel();
  const nameOf = useModelName();
  const now = useNow();
  const list = useList<AuditEvent>({ key: keys.audit.list(filters), path: "/v1/audit", filters });
  const views = (
    <SavedViews
      page="audit"
      query={writeUrl(auditFilters, filters).toString()}
      onApply={(query) => set(readUrl(auditFilters, new URLSearchParams(query)))}
    />
  );
  const exportOf = (format: string) => `/v1/audit/export${queryString({ ...resolveTimes(filters, now ?? 0), format })}`;

  return (
    <Page
      title={common.auditTrail}
      description={texts.auditTrailDescription}
      actions={
        <Button
          component={Link}
          href="/audit/verification"
          variant="default"
          size="xs"
          leftSection={<IconShieldCheck size={14} aria-hidden="true" />}
        >
          {texts.verifyTheChain}
        </Button>
      }
    >
      {filters.modelId && filters.modelId !== systemModel && (
        <p className="quiet">
          <OrganisationEventsNote modelId={filters.modelId} />
        </p>
      )}
      <ListTable
        name="audit"
        label={texts.auditEvents}
        columns={auditColumns(names, nameOf)}
        list={list}
        rowLabel={(event) => headingOf(event, names)}
        rowHref={({ id }) => `/audit/${id}`}
        filtering={{ ...filtering, aside: views }}
        filterFields={{
          q: texts.search,
          // Set by links. Users find tags with the search.
          tags: { label: texts.tag, control: null },
          eventType: { label: common.eventType, options: eventTypes, labelOf: labelOf },
          severity: { label: terms.severity, options: severities, labelOf: labelOf },
          modelId: { label: terms.model, options: [...names.keys()], labelOf: (id) => names.get(id) ?? id },
          source: { label: common.source, options: sources, labelOf: labelOf },
          from: { label: texts.from, control: null },
          to: {
            label: texts.until,
            control: <FilterDates label={terms.eventTime} from={filters.from} to={filters.to} onChange={set} />,
          },
        }}
        empty={
          <EmptyState
            icon={<IconListDetails size={28} />}
            {...texts.empty}
            action={<a href="/docs/quick-start">{texts.sendYourFirstEvent}</a>}
          />
        }
        cardHeight={6}
        shortensCards
        card={(event) => (
          <EventCard event={event} hasSummary={summaryOf(event, names) !== null} model={nameOf(event.modelId)} />
        )}
        exportAll={{ fileName: "audit-events", href: { csv: exportOf("csv"), ndjson: exportOf("ndjson") } }}
      />
    </Page>
  );
}

/** The summary of an event; its type if it has none. */
const headingOf = (event: AuditEvent, names: Names) => summaryOf(event, names) ?? labelOf(event.eventType);

const summaryOf = (event: AuditEvent, names: Names) =>
  event.payload === null ? texts.contentErased : eventSummary(event, names);

/** The summary of an event, and its type below it. */
function Heading({ event, names }: { event: AuditEvent; names: Names }) {
  const summary = summaryOf(event, names);
  const type = labelOf(event.eventType);
  return (
    <>
      {summary ?? type}
      {summary !== null && (
        <>
          {" "}
          <span className={styles.type}>{type}</span>
        </>
      )}
      <ChangedNote event={event} />
    </>
  );
}

interface EventCardProps {
  event: AuditEvent;
  /** Whether the name of the card is the summary instead of the type. */
  hasSummary: boolean;
  model: string | null;
}

/** An event on a narrow screen, in two lines below the link with its summary. */
function EventCard({ event, hasSummary, model }: EventCardProps) {
  const kind = [hasSummary && labelOf(event.eventType), model].filter(Boolean).join(" · ");
  return (
    <>
      <div className={styles.cardLine}>
        <Severity value={event.severity} />
        <ChangedNote event={event} />
        <span className={styles.cardText} title={kind}>
          {kind}
        </span>
      </div>
      <div className={styles.cardLine}>
        <span className={styles.cardPosition}>#{event.chainPosition}</span>
        <span className={styles.cardText} title={actorName(event)}>
          {texts.by(actorName(event))}
        </span>
        <span className={styles.cardTime}>
          <EventTime event={event} />
        </span>
      </div>
    </>
  );
}

/** Marks events that do not match their hash. A match is not marked, because it does not verify the chain. */
function ChangedNote({ event: { verified } }: { event: AuditEvent }) {
  if (verified) return null;
  return (
    <>
      {" "}
      <HashCheck verified={false} withText />
    </>
  );
}

/** `names`: the models' names by id, empty while they are not loaded. */
function auditColumns(names: Names, nameOf: ModelNameOf): Column<AuditEvent>[] {
  return [
    { id: "position", header: terms.position, align: "right", cell: (event) => <Count value={event.chainPosition} /> },
    {
      id: "tick",
      header: texts.hashCheck,
      hiddenByDefault: true,
      cell: (event) => <HashCheck verified={event.verified} isErased={event.payload === null} />,
    },
    {
      id: "summary",
      header: terms.event,
      rowHeader: true,
      minWidth: "16rem",
      hideable: false,
      cell: (event) => <Heading event={event} names={names} />,
      csv: (event) => `${headingOf(event, names)} #${event.chainPosition}`,
    },
    {
      id: "eventType",
      header: common.eventType,
      hiddenByDefault: true,
      cell: (event) => <span className="quiet">{labelOf(event.eventType)}</span>,
    },
    { id: "severity", header: terms.severity, cell: (event) => <Severity value={event.severity} /> },
    {
      id: "model",
      header: terms.model,
      minWidth: "9rem",
      cell: ({ modelId }) => <span title={names.size === 0 ? modelId : undefined}>{nameOf(modelId) ?? "–"}</span>,
      csv: ({ modelId }) => nameOf(modelId) ?? "",
    },
    {
      id: "actor",
      header: common.actor,
      cell: (event) => (
        <span className={styles.actor} title={actorName(event)}>
          {actorName(event)}
        </span>
      ),
      csv: actorName,
    },
    { id: "source", header: common.source, hiddenByDefault: true, cell: ({ source }) => labelOf(source) },
    { id: "tags", header: common.tags, hiddenByDefault: true, cell: ({ tags }) => tags.join(", ") || "–" },
    { id: "timestamp", header: terms.eventTime, cell: (event) => <EventTime event={event} format="seconds" /> },
    {
      id: "recordedAt",
      header: common.recordedAt,
      hiddenByDefault: true,
      cell: ({ recordedAt }) => <Time value={recordedAt} format="seconds" />,
    },
    {
      id: "hash",
      header: texts.hash,
      hiddenByDefault: true,
      cell: ({ blockHash }) => <Hash value={blockHash} label={common.blockHash} />,
    },
  ];
}
