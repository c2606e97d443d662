"use client";

import { useSystemModel } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { useResource } from "@/components/ui/api/queries";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Count, Duration } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { JsonView } from "@/components/ui/values/json-view";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { DeliveryDetail as Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { countText } from "@/lib/platform/client/format";
import { DeliverySummary } from "./delivery-summary";
import { attemptErrorText, endpointName, failureReasonText } from "./labels";
import { RedeliverButton } from "./redeliver-button";
import { common, deliveryDetail as texts } from "./texts";
import styles from "./webhooks.module.css";

interface DeliveryDetailProps {
  endpointId: string;
  id: string;
}

/** One delivery: its envelope and its attempts. */
export function DeliveryDetail({ endpointId, id }: DeliveryDetailProps) {
  const path = `/v1/webhooks/${endpointId}`;
  const endpoint = useResource<WebhookEndpoint>(keys.webhooks.one(endpointId), path);
  const isActive = endpoint.data?.data.active ?? false;
  return (
    <ResourcePage<Delivery>
      queryKey={keys.deliveries.one(endpointId, id)}
      path={`${path}/deliveries/${id}`}
      kind={texts.kind}
      breadcrumbs={[
        { label: common.webhooks, href: "/webhooks" },
        { label: endpoint.data ? endpointName(endpoint.data.data) : common.endpoint, href: `/webhooks/${endpointId}` },
      ]}
      title={({ type }) => type}
      description={(delivery) => <DeliverySummary delivery={delivery} loadsEvent />}
      actions={(delivery) => <RedeliverButton delivery={delivery} isActive={isActive} size="xs" />}
    >
      {(delivery) => <DeliveryView delivery={delivery} />}
    </ResourcePage>
  );
}

function DeliveryView({ delivery }: { delivery: Delivery }) {
  const { failureReason, body } = delivery;
  const systemModel = useSystemModel();
  return (
    <Columns
      details={
        <Section title={terms.details} panel>
          <KeyValue
            rows={[
              [terms.status, <StatusBadge key="status" kind="delivery" value={delivery.status} />],
              [texts.failureReason, failureReason === null ? null : failureReasonText(failureReason)],
              [common.attempts, <Count key="attempts" value={delivery.attempts} />],
              [common.nextAttempt, <Time key="next" value={delivery.nextAttemptAt} none={terms.none} />],
              [terms.event, <Subject key="event" data={body.data} />],
              [texts.mode, body.livemode === true ? texts.live : texts.test],
              [terms.created, <Time key="created" value={delivery.createdAt} />],
              [common.finished, <Time key="finished" value={delivery.finishedAt} none={terms.notYet} />],
              [terms.id, <Id key="id" value={delivery.id} />],
            ]}
          />
        </Section>
      }
    >
      <AttemptLog delivery={delivery} />
      <Section title={texts.envelope} note={isOfOrganisation(body.data, systemModel) && texts.organisationModel} panel>
        <JsonView value={body} label={texts.envelope} />
      </Section>
    </Columns>
  );
}

/** Whether the delivery is about an event that concerns no model. The envelope then has the ID of the system model. */
function isOfOrganisation(data: unknown, systemModel: string | undefined): boolean {
  const { modelId } = (data ?? {}) as { modelId?: unknown };
  return modelId !== undefined && modelId === systemModel;
}

/** A link to the event on the audit chain, if the delivery is about one. */
function Subject({ data }: { data: unknown }) {
  const { id, chainPosition } = (data ?? {}) as { id?: unknown; chainPosition?: unknown };
  if (typeof id !== "string" || !id.startsWith("evt_")) return "–";
  return <Link href={`/audit/${id}`}>{typeof chainPosition === "number" ? `#${countText(chainPosition)}` : id}</Link>;
}

type Attempt = Delivery["attemptLog"][number];

/** The attempts, newest first, with request and response. */
function AttemptLog({ delivery }: { delivery: Delivery }) {
  const attempts = [...delivery.attemptLog].reverse();
  return (
    <Section title={common.attempts} note={texts.sameId} panel>
      {attempts.length === 0 && <EmptyState {...texts.empty} />}
      {attempts.map((attempt, index) => (
        <details key={attempt.number} className={styles.attempt} open={index === 0}>
          <summary>
            <span className={styles.number}>{attempt.number}</span>
            {attempt.outcome === null ? (
              <span className="quiet">{texts.running}</span>
            ) : (
              <StatusBadge kind="delivery" value={attempt.outcome} />
            )}
            <span className={styles.answer}>{answerText(attempt)}</span>
            <Duration ms={attempt.durationMs} />
            <Time value={attempt.startedAt} focusable={false} />
          </summary>
          <AttemptView attempt={attempt} />
        </details>
      ))}
    </Section>
  );
}

function answerText({ statusCode, error }: Attempt): string {
  const status = statusCode === null ? "" : texts.http(statusCode);
  return [status, error === null ? "" : attemptErrorText(error)].filter((part) => part !== "").join(" · ");
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const { number, requestHeaders, responseHeaders, responseBody, responseIsCut } = attempt;
  return (
    <div className={styles.exchange}>
      <h3>{texts.requestHeaders}</h3>
      <Headers lines={requestHeaders} none={texts.notRecorded} />
      <h3>{texts.responseHeaders}</h3>
      <Headers lines={responseHeaders} none={texts.noResponse} />
      <h3>
        {texts.responseBody}
        {responseIsCut && texts.firstPart}
      </h3>
      {responseBody === null || responseBody === "" ? (
        <p className="quiet">{responseBody === null ? texts.noResponse : texts.emptyBody}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section className={styles.body} tabIndex={0} aria-label={texts.responseBodyOfAttempt(number)}>
          {responseBody}
        </section>
      )}
    </div>
  );
}

function Headers({ lines, none }: { lines: Record<string, string> | null; none: string }) {
  const rows = Object.entries(lines ?? {}).map(([name, value]) => [name, <code key={name}>{value}</code>] as const);
  return rows.length > 0 ? <KeyValue rows={rows} /> : <p className="quiet">{none}</p>;
}
