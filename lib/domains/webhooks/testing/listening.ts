import { publishMany } from "@/lib/domains/webhooks/publish";
import type { Envelope } from "@/lib/domains/webhooks/schemas-events";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, pool } from "@/lib/platform/database/db";

type Given = { events: string[]; active?: boolean; deleted?: boolean; listeningSinceMs?: number };

/** Inserts an endpoint's row directly, without the operation that creates endpoints. */
export async function insertListener(organisationId: string, given: Given): Promise<string> {
  const id = newId("webhookEndpoint");
  const { events, active = true, deleted = false, listeningSinceMs = 0 } = given;
  await pool().query(
    `INSERT INTO webhook_endpoints
       (id, organisation_id, url, events, description, active, secret, listening_since, created_at, updated_at, deleted_at)
     VALUES ($1, $2, 'https://example.com/', $3, '', $4, '', $5, now(), now(), CASE WHEN $6 THEN now() END)`,
    [id, organisationId, events, active, new Date(listeningSinceMs), deleted],
  );
  return id;
}

/** All envelopes of the organisation, oldest first, with their source keys and endpoints. */
export async function publishedTo(organisationId: string): Promise<Published[]> {
  const { rows } = await pool().query<{ id: string; sourceKey: string; body: string; endpointIds: string[] }>(
    `SELECT message.id, source_key AS "sourceKey", body,
       array_agg(endpoint_id ORDER BY endpoint_id) FILTER (WHERE endpoint_id IS NOT NULL) AS "endpointIds"
     FROM webhook_messages message LEFT JOIN webhook_deliveries delivery ON delivery.message_id = message.id
     WHERE message.organisation_id = $1 GROUP BY message.id, message.organisation_id ORDER BY body::jsonb->>'created', source_key`,
    [organisationId],
  );
  return rows.map(({ body, ...same }) => ({ ...same, body, envelope: JSON.parse(body) as Envelope }));
}

interface Published {
  id: string;
  sourceKey: string;
  body: string;
  envelope: Envelope;
  /** null: no endpoint. */
  endpointIds: string[] | null;
}

/** Outbox events of an organisation, each with its job. */
export async function outboxOf(organisationId: string): Promise<{ job: string; name: string; data: unknown }[]> {
  const { rows } = await pool().query<{ job: string; name: string; data: unknown }>(
    `SELECT job.id::text AS job, event->>'name' AS name, event->'data' AS data
     FROM graphile_worker._private_jobs job, json_array_elements(payload->'events') event
     WHERE event->'data'->>'organisationId' = $1 ORDER BY job.id`,
    [organisationId],
  );
  return rows;
}

/** Calls `publishMany` in its own transaction. */
export function publishNow(...[publisher, publications]: DropFirst<Parameters<typeof publishMany>>): Promise<number> {
  return inTransaction(undefined, (tx) => publishMany(tx, publisher, publications));
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;
