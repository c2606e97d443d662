import type { CreateWebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { newId } from "@/lib/platform/core/ids";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { pool } from "@/lib/platform/database/db";

/** Input of an endpoint that subscribes to all event types. */
export const endpointInput: CreateWebhookEndpoint = {
  url: "https://example.com/hooks/t0ken-in-the-path?x=1",
  events: ["audit.high_severity", "model.registered"],
  description: "Risk team's alerting",
  active: true,
};

/** The row of an endpoint, also if deleted, by column name. */
export async function endpointRow(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool().query("SELECT * FROM webhook_endpoints WHERE id = $1", [id]);
  return rows[0] ?? {};
}

/** The decrypted secrets of an endpoint. */
export async function secretsOf(id: string): Promise<{ secret: string; previous: string | null }> {
  const row = await endpointRow(id);
  const context = `webhook-endpoint/${row.organisation_id}/${id}`;
  const open = (text: unknown) => decryptSecret(String(text), context);
  return { secret: open(row.secret), previous: row.previous_secret === null ? null : open(row.previous_secret) };
}

/** Inserts an envelope and its delivery to an endpoint. */
export async function insertDelivery(organisationId: string, endpointId: string, status: string): Promise<string> {
  const id = newId("deliveryEvent");
  await pool().query(
    `INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
     VALUES ($1, $2, 'model.registered', $1, '{}', now())`,
    [id, organisationId],
  );
  const finished = status === "DELIVERED" || status === "FAILED";
  await pool().query(
    `INSERT INTO webhook_deliveries (organisation_id, endpoint_id, message_id, type, status, next_attempt_at, emitted_at,
       created_at, finished_at)
     VALUES ($1, $2, $3, 'model.registered', $4, CASE WHEN $5 THEN NULL ELSE now() END, now(), now(),
       CASE WHEN $5 THEN now() END)`,
    [organisationId, endpointId, id, status, finished],
  );
  return id;
}

/** Inserts a failed delivery and marks it as notified, so that no sweep sends an e-mail. */
export async function insertNotifiedFailure(organisationId: string, endpointId: string): Promise<void> {
  await insertDelivery(organisationId, endpointId, "FAILED");
  await pool().query(
    "UPDATE webhook_endpoints SET failure_mailed_at = now() + interval '1 minute' WHERE organisation_id = $1 AND id = $2",
    [organisationId, endpointId],
  );
}

/** The states of deliveries, by envelope. */
export async function deliveryStates(ids: string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query(
    `SELECT status, failure_reason AS reason, finished_at AS "finishedAt", next_attempt_at AS "nextAttemptAt"
     FROM webhook_deliveries WHERE message_id = ANY($1) ORDER BY array_position($1, message_id)`,
    [ids],
  );
  return rows;
}

/** Names of the followers of the organisation's chain. */
export async function followersOf(organisationId: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT name FROM chain_followers WHERE organisation_id = $1 ORDER BY name",
    [organisationId],
  );
  return rows.map(({ name }) => name);
}
