"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Hash } from "@/components/values/hash";
import { Id } from "@/components/values/id";
import { JsonView } from "@/components/values/json-view";
import { KeyValue } from "@/components/values/key-value";
import { Severity } from "@/components/values/severity";
import { Time } from "@/components/values/time";
import type { AuditEventDetail } from "@/lib/audit-chain/schemas";
import { countText, wordsOf } from "@/lib/client/format";
import { actorName } from "./actor-name";
import styles from "./audit.module.css";
import { EraseAction } from "./erase-action";
import { ErasedContent } from "./erased-content";
import { EventChecks } from "./event-checks";
import { EventTime } from "./event-time";
import { InclusionProof } from "./inclusion-proof";
import { LinkedTickets } from "./linked-tickets";
import { Neighbours } from "./neighbours";
import { useModelNames } from "./use-model-names";

const breadcrumbs = [{ label: "Audit trail", href: "/audit" }];

/** One event: what it says, where it stands in the chain, and the ways to see that nobody has changed it. */
export function EventDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.audit.one(id),
    queryFn: ({ signal }) => api.get<AuditEventDetail>(`/v1/audit/${id}`, undefined, { signal }),
  });
  if (query.data) return <EventView event={query.data} />;
  return (
    <Page title="Event" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the event" />
      )}
    </Page>
  );
}

function EventView({ event }: { event: AuditEventDetail }) {
  const names = useModelNames();
  return (
    <Page
      title={`${wordsOf(event.eventType)} #${countText(event.chainPosition)}`}
      breadcrumbs={breadcrumbs}
      actions={
        <May permission="audit:erase">
          <EraseAction event={event} />
        </May>
      }
      description={
        <>
          <Time value={event.timestamp} format="full" /> <Severity value={event.severity} />
        </>
      }
    >
      <div className={styles.columns}>
        <div>
          <Neighbours event={event} />
          {event.erased ? (
            <ErasedContent erased={event.erased} />
          ) : (
            <section className={styles.section} aria-labelledby="payload">
              <h2 id="payload">Payload</h2>
              <JsonView value={event.payload} label="Payload" />
            </section>
          )}
          {event.metadata !== null && (
            <section className={styles.section} aria-labelledby="metadata">
              <h2 id="metadata">Metadata, which no hash covers</h2>
              <JsonView value={event.metadata} label="Metadata" />
            </section>
          )}
        </div>
        <div>
          <EventChecks event={event} />
          <LinkedTickets tickets={event.linkedTickets} />
          <section className={styles.section} aria-labelledby="event-facts">
            <h2 id="event-facts">Facts</h2>
            <KeyValue
              rows={[
                [
                  "Model",
                  <Link key="model" href={`/models/${event.modelId}`}>
                    {names.get(event.modelId) ?? event.modelId}
                  </Link>,
                ],
                ["Actor", actorName(event)],
                ["Actor's type", event.actor ? wordsOf(event.actor.type) : null],
                ["Address", event.actor?.ipAddress],
                ["Source", wordsOf(event.source)],
                ["Tags", event.tags.join(", ")],
                ["Event time (as sent)", <EventTime key="time" event={event} />],
                ["Recorded at (received)", <Time key="recorded" value={event.recordedAt} />],
                ["Id", <Id key="id" value={event.id} />],
                ["Block hash", <Hash key="block" value={event.blockHash} label="block hash" />],
                ["Previous hash", <Hash key="previous" value={event.previousHash} label="previous hash" />],
                ["Model's previous", <Hash key="model-hash" value={event.previousModelHash} label="model's hash" />],
                ["Content hash", <Hash key="content" value={event.contentHash} label="content hash" />],
              ]}
            />
          </section>
          <InclusionProof id={event.id} />
        </div>
      </div>
    </Page>
  );
}
