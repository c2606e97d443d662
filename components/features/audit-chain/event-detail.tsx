"use client";

import { Button, Group } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useModelNames, useSystemModel } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead, useResource } from "@/components/ui/api/queries";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Hash, Id } from "@/components/ui/values/identifiers";
import { JsonView } from "@/components/ui/values/json-view";
import { KeyValue } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { AuditEvent, AuditEventDetail } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { countText, labelOf } from "@/lib/platform/client/format";
import { EventTime, RecordedBy } from "./event-values";
import { actorName, legalBasisText } from "./labels";
import { EventChecks, InclusionProof, Neighbours } from "./proofs/event-proofs";
import { subjectsOf } from "./subjects";
import { eventSummary, eventTitle, type Names } from "./summary";
import { common } from "./texts/common";
import { eventDetail as texts } from "./texts/event";

/** One event: its content, its chain position, and checks that it was not changed. */
export function EventDetail({ id }: { id: string }) {
  const names = useModelNames();
  return (
    <ResourcePage<AuditEventDetail>
      queryKey={keys.audit.one(id)}
      path={`/v1/audit/${id}`}
      kind={{ title: terms.event, label: texts.theEvent }}
      breadcrumbs={[{ label: common.auditTrail, href: "/audit" }]}
      title={(event) => `${eventTitle(event)} #${countText(event.chainPosition)}`}
      description={(event) => (
        <Group component="span" gap="2px 12px">
          <Severity value={event.severity} />
          <span>{contextOf(event, names)}</span>
          <Time value={event.timestamp} />
        </Group>
      )}
      actions={(event) => (
        <May permission="audit:erase">
          <EraseAction event={event} />
        </May>
      )}
    >
      {(event) => <EventView event={event} />}
    </ResourcePage>
  );
}

/** The type and the summary, without the parts that the title contains. */
function contextOf(event: AuditEvent, names: Names): string {
  const title = eventTitle(event);
  const parts = [labelOf(event.eventType), ...(eventSummary(event, names)?.split(" · ") ?? [])];
  return parts.filter((part) => part !== title).join(" · ");
}

function EventView({ event }: { event: AuditEventDetail }) {
  return (
    <Columns details={<EventFacts event={event} />}>
      <Neighbours event={event} />
      {event.erased ? (
        <ErasedContent erased={event.erased} />
      ) : (
        <Section title={texts.payload} panel>
          <JsonView value={event.payload} label={texts.payload} />
        </Section>
      )}
      {event.metadata !== null && (
        <Section title={texts.metadataCoveredHash} panel>
          <JsonView value={event.metadata} label={texts.metadata} />
        </Section>
      )}
    </Columns>
  );
}

function EventFacts({ event }: { event: AuditEventDetail }) {
  const names = useModelNames();
  const isOfOrganisation = event.modelId === useSystemModel();
  const subjects = isOfOrganisation ? subjectsOf(event.payload, names) : [];
  return (
    <>
      <EventChecks event={event} />
      <LinkedTickets tickets={event.linkedTickets} />
      <Section title={terms.details} panel>
        <KeyValue
          rows={[
            [
              terms.model,
              isOfOrganisation ? (
                texts.organisationEvent
              ) : (
                <Link key="model" href={`/models/${event.modelId}`} title={event.modelId}>
                  {names.get(event.modelId) ?? event.modelId}
                </Link>
              ),
            ],
            ...(subjects.length > 0
              ? [[texts.concerns, <Subjects key="subjects" subjects={subjects} />] as const]
              : []),
            [common.actor, actorName(event)],
            [texts.actorType, event.actor ? labelOf(event.actor.type) : null],
            [texts.ipAddress, event.actor?.ipAddress],
            [common.source, labelOf(event.source)],
            [common.tags, event.tags.join(", ")],
            [texts.eventTimeFromSender, <EventTime key="time" event={event} format="full" />],
            [common.recordedAt, <Time key="recorded" value={event.recordedAt} />],
            [terms.id, <Id key="id" value={event.id} />],
            [texts.blockHash, <Hash key="block" value={event.blockHash} label={common.blockHash} />],
            [texts.previousHash, <Hash key="previous" value={event.previousHash} label={texts.previousHashCopy} />],
            [
              isOfOrganisation ? texts.previousOrganisationHash : texts.previousHashModel,
              <Hash
                key="model-hash"
                value={event.previousModelHash}
                label={isOfOrganisation ? texts.previousOrganisationHashCopy : texts.previousHashForThisModel}
              />,
            ],
            [texts.contentHash, <Hash key="content" value={event.contentHash} label={texts.contentHashCopy} />],
          ]}
        />
      </Section>
      <InclusionProof event={event} />
    </>
  );
}

/** Links to records, for users who may open them. */
function Subjects({ subjects }: { subjects: ReturnType<typeof subjectsOf> }) {
  return (
    <ul className="plain-list">
      {subjects.map(({ href, permission, label }) => (
        <li key={href}>
          <May permission={permission} otherwise={label}>
            <Link href={href}>{label}</Link>
          </May>
        </li>
      ))}
    </ul>
  );
}

/** Shown instead of erased content: the reason, the time, the person, and the event that records the erasure. */
export function ErasedContent({ erased }: { erased: NonNullable<AuditEvent["erased"]> }) {
  return (
    <Section title={texts.erasedTitle} panel>
      <p>{texts.erasedNotice}</p>
      <KeyValue
        rows={[
          [texts.erased, <Time key="at" value={erased.at} />],
          [common.legalBasis, legalBasisText(erased.legalBasis)],
          [terms.reference, erased.reference],
          [texts.erasedBy, <RecordedBy key="record" eventId={erased.eventId} />],
        ]}
      />
    </Section>
  );
}

const EraseDialog = dynamic(() => import("./erase-dialog").then((file) => file.EraseDialog));

/** Shown if the organisation allows erasure. Events of the system model cannot be erased. */
function EraseAction({ event }: { event: AuditEvent }) {
  const [isErasing, setErasing] = useState(false);
  const { data: model } = useResource<Model>(keys.models.one(event.modelId), `/v1/models/${event.modelId}`);
  const { data: organisation } = useRead<OrganisationDetail>(keys.organisation(), "/v1/organisation", {
    meta: supplement,
  });
  return (
    <>
      {!event.erased && organisation?.contentErasure === true && model?.data.system === false && (
        <Button
          variant="default"
          size="xs"
          c="red"
          leftSection={<IconEraser size={14} aria-hidden="true" />}
          onClick={() => setErasing(true)}
        >
          {texts.eraseContent}
        </Button>
      )}
      {isErasing && <EraseDialog id={event.id} onClose={() => setErasing(false)} />}
    </>
  );
}

/** The tickets that mention the event. */
function LinkedTickets({ tickets }: { tickets: AuditEventDetail["linkedTickets"] }) {
  if (tickets.length === 0) return null;
  return (
    <Section title={texts.linkedTicketsCovered} panel>
      <ul className="plain-list" data-divided data-rows>
        {tickets.map(({ system, key, url, title, status, linkedAt }) => (
          <li key={`${system} ${key}`}>
            {url === "" ? (
              <strong>{key}</strong>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {key}
              </a>
            )}
            <span data-grow>{title}</span>
            <span className="quiet">
              {[labelOf(system), status].filter((word) => word !== "").join(", ")}, linked{" "}
              <Time value={linkedAt} format="relative" />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
