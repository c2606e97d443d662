import type { DueDelivery } from "@/lib/domains/webhooks/delivery-store";
import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** An endpoint that listens to at least one of the requested types. */
export interface Listener {
  id: string;
  events: string[];
  /** Earlier events are not sent to the endpoint. */
  listeningSince: Date;
}

/** The organisation's endpoints that receive any of these types. */
export async function findListeners(
  tx: Transaction,
  organisationId: string,
  types: WebhookEventType[],
): Promise<Listener[]> {
  return tx.$queryRaw<Listener[]>`
    SELECT id, events, listening_since AS "listeningSince" FROM webhook_endpoints
    WHERE organisation_id = ${organisationId} AND deleted_at IS NULL AND active AND events && ${types}::text[]
    ORDER BY id`;
}

/**
 * Maintenance over all organisations: the next organisations by ID, after `afterId`, with an endpoint that listens to a
 * type, and the time since which the first of their endpoints listens.
 */
export async function findListening(
  type: WebhookEventType,
  afterId: string,
  limit: number,
): Promise<{ organisationId: string; since: Date }[]> {
  return prisma().$queryRaw<{ organisationId: string; since: Date }[]>`
    SELECT organisation_id AS "organisationId", min(listening_since) AS since FROM webhook_endpoints
    WHERE organisation_id > ${afterId} AND deleted_at IS NULL AND active AND ${type} = ANY(events)
    GROUP BY organisation_id ORDER BY organisation_id LIMIT ${limit}`;
}

/** The time since which the first of an organisation's endpoints listens to a type; undefined if no endpoint does. */
export async function findListeningSince(organisationId: string, type: WebhookEventType): Promise<Date | undefined> {
  const rows = await prisma().$queryRaw<{ since: Date | null }[]>`
    SELECT min(listening_since) AS since FROM webhook_endpoints
    WHERE organisation_id = ${organisationId} AND deleted_at IS NULL AND active AND ${type} = ANY(events)`;
  return rows[0]?.since ?? undefined;
}

/** The sources in this list that were already published. */
export async function findPublishedSources(organisationId: string, sourceKeys: string[]): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ sourceKey: string }[]>`
    SELECT source_key AS "sourceKey" FROM webhook_messages
    WHERE organisation_id = ${organisationId} AND source_key = ANY(${sourceKeys})`;
  return new Set(rows.map(({ sourceKey }) => sourceKey));
}

export interface NewMessage {
  id: string;
  type: WebhookEventType;
  sourceKey: string;
  body: string;
  /** Receiving endpoints, at least one. */
  endpointIds: string[];
}

/**
 * Stores envelopes with a delivery to each of their endpoints, due immediately, and returns the deliveries. Skips
 * envelopes whose source was already published, and waits for concurrent transactions that publish it.
 */
export async function insertMessages(
  tx: Transaction,
  organisationId: string,
  messages: NewMessage[],
  now: Date,
): Promise<DueDelivery[]> {
  const deliveries = messages.flatMap(({ id, endpointIds }) =>
    endpointIds.map((endpointId) => ({ endpointId, messageId: id })),
  );
  return tx.$queryRawUnsafe<DueDelivery[]>(
    insertStatement,
    organisationId,
    messages.map(({ id }) => id),
    messages.map(({ type }) => type),
    messages.map(({ sourceKey }) => sourceKey),
    messages.map(({ body }) => body),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ messageId }) => messageId),
    now,
  );
}

const insertStatement = `
  WITH message AS (
    INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
    SELECT new.id, $1, new.type, new.source_key, new.body, $8::timestamptz
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS new(id, type, source_key, body)
    ON CONFLICT (organisation_id, source_key) DO NOTHING
    RETURNING id, type
  )
  INSERT INTO webhook_deliveries
    (organisation_id, endpoint_id, message_id, type, status, next_attempt_at, emitted_at, created_at)
  SELECT $1, endpoint.id, message.id, message.type, 'PENDING', $8::timestamptz, $8::timestamptz, $8::timestamptz
  FROM unnest($6::text[], $7::text[]) AS new(endpoint_id, message_id)
  JOIN message ON message.id = new.message_id
  JOIN webhook_endpoints endpoint
    ON endpoint.organisation_id = $1 AND endpoint.id = new.endpoint_id AND endpoint.deleted_at IS NULL
  RETURNING organisation_id AS "organisationId", endpoint_id AS "endpointId", message_id AS "messageId", round`;

/** The envelopes of alerts raised about an event, or of the event itself if it is an alert. */
export async function findAlertMessages(
  tx: Transaction,
  organisationId: string,
  eventId: string,
): Promise<{ id: string; body: string }[]> {
  return tx.$queryRaw<{ id: string; body: string }[]>`
    SELECT id, body FROM webhook_messages
    WHERE organisation_id = ${organisationId} AND type = 'alert.triggered' AND strpos(body, ${eventId}) > 0
    FOR UPDATE`;
}

export async function changeBody(tx: Transaction, organisationId: string, id: string, body: string): Promise<void> {
  await tx.webhookMessage.update({
    where: { id_organisationId: { organisationId, id } },
    data: { body },
    select: { id: true },
  });
}

/** A receiver may have echoed the request. */
export async function forgetResponses(tx: Transaction, organisationId: string, messageId: string): Promise<void> {
  await tx.webhookAttempt.updateMany({
    where: { organisationId, messageId, responseBody: { not: null } },
    data: { responseBody: null },
  });
}
