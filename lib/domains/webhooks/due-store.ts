import type { Round } from "@/lib/domains/webhooks/attempt-store";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import { pool } from "@/lib/platform/database/db";

/** A round whose next attempt is due, with the number of attempts of its delivery so far. */
export interface DueRound extends Round {
  attempts: number;
}

/** The due deliveries of an endpoint, the longest overdue first, including those with an attempt in progress. */
export async function findDueRounds(endpoint: EndpointKey, now: Date, limit: number): Promise<DueRound[]> {
  const { rows } = await pool().query<DueRound>({
    name: "webhook-due-rounds",
    text: `SELECT organisation_id AS "organisationId", endpoint_id AS "endpointId", message_id AS "messageId", round, attempts
           FROM webhook_deliveries
           WHERE organisation_id = $1 AND endpoint_id = $2 AND status IN ('PENDING', 'RETRY_SCHEDULED')
             AND next_attempt_at <= $3::timestamptz
           ORDER BY next_attempt_at, message_id LIMIT $4`,
    values: [endpoint.organisationId, endpoint.endpointId, now, limit],
  });
  return rows;
}

/** When the next delivery of an endpoint is due that is not due yet. */
export async function findNextDueAt(endpoint: EndpointKey, now: Date): Promise<Date | undefined> {
  const { rows } = await pool().query<{ at: Date | null }>(
    `SELECT min(next_attempt_at) AS at FROM webhook_deliveries
     WHERE organisation_id = $1 AND endpoint_id = $2 AND status IN ('PENDING', 'RETRY_SCHEDULED')
       AND next_attempt_at > $3::timestamptz`,
    [endpoint.organisationId, endpoint.endpointId, now],
  );
  return rows[0]?.at ?? undefined;
}

/** Endpoints of all organisations with a delivery that was due before a time. For maintenance of all organisations. */
export async function listDueEndpoints(before: Date, limit: number): Promise<EndpointKey[]> {
  const { rows } = await pool().query<EndpointKey>(
    `SELECT organisation_id AS "organisationId", endpoint_id AS "endpointId" FROM webhook_deliveries
     WHERE next_attempt_at <= $1::timestamptz
     GROUP BY organisation_id, endpoint_id ORDER BY min(next_attempt_at) LIMIT $2`,
    [before, limit],
  );
  return rows;
}
