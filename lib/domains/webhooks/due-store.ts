import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import { isServed, pool } from "@/lib/platform/database/db";

/** When the next delivery of an endpoint is due that was not due at a time. */
export async function findNextDueAt(endpoint: EndpointKey, after: Date): Promise<Date | undefined> {
  const { rows } = await pool().query<{ at: Date | null }>(
    `SELECT min(next_attempt_at) AS at FROM webhook_deliveries
     WHERE organisation_id = $1 AND endpoint_id = $2 AND next_attempt_at > $3::timestamptz`,
    [endpoint.organisationId, endpoint.endpointId, after],
  );
  return rows[0]?.at ?? undefined;
}

/** Endpoints of all organisations with a delivery that was due before a time. For maintenance of all organisations. */
export async function listDueEndpoints(before: Date, limit: number): Promise<EndpointKey[]> {
  const { rows } = await pool().query<EndpointKey>(
    `SELECT organisation_id AS "organisationId", endpoint_id AS "endpointId" FROM webhook_deliveries
     WHERE next_attempt_at <= $1::timestamptz AND ${isServed("webhook_deliveries.organisation_id")}
     GROUP BY organisation_id, endpoint_id ORDER BY min(next_attempt_at) LIMIT $2`,
    [before, limit],
  );
  return rows;
}
