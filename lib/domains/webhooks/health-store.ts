import { uncountedReasons } from "@/lib/domains/webhooks/delivery-state";
import type { HealthFigures } from "@/lib/domains/webhooks/health";
import { type EndpointHealth, healthAttempts } from "@/lib/domains/webhooks/schemas";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";

export interface EndpointKey {
  organisationId: string;
  endpointId: string;
}

/** A permanently failed delivery, with the outcome of its last attempt. */
export interface FailedDelivery {
  type: string;
  envelopeId: string;
  error: string | null;
  statusCode: number | null;
  failedAt: Date;
}

export interface Failures {
  count: number;
  /** When the oldest of them was created; null for none. */
  oldestAt: Date | null;
  /** Newest first, at most ten. */
  newest: FailedDelivery[];
}

/** Deliveries ended by disabling or deleting the endpoint are not counted as failures. */
const uncounted = uncountedReasons.map((reason) => `'${reason}'`).join(", ");
const counted = `coalesce(delivery.failure_reason, '') NOT IN (${uncounted})`;

export async function findHealthFigures(
  tx: Transaction,
  { organisationId, endpointId }: EndpointKey,
  since: Date,
): Promise<HealthFigures> {
  const [row] = await tx.$queryRawUnsafe<HealthFigures[]>(
    `SELECT count(*)::int AS finished, (count(*) FILTER (WHERE status = 'FAILED'))::int AS failed,
       coalesce(extract(epoch FROM max(finished_at) - min(finished_at)) * 1000, 0)::float8 AS "spanMs"
     FROM webhook_deliveries delivery
     WHERE organisation_id = $1 AND endpoint_id = $2 AND finished_at >= $3::timestamptz AND ${counted}`,
    organisationId,
    endpointId,
    since,
  );
  return row ?? { finished: 0, failed: 0, spanMs: 0 };
}

/** Deliveries of an endpoint that failed after `after` and until `until`. */
export async function findFailures(
  tx: Transaction,
  { organisationId, endpointId }: EndpointKey,
  { after, until }: { after: Date; until: Date },
): Promise<Failures> {
  const values = [organisationId, endpointId, after, until];
  const failed = `
    FROM webhook_deliveries delivery
    WHERE delivery.organisation_id = $1 AND delivery.endpoint_id = $2 AND delivery.status = 'FAILED'
      AND delivery.finished_at > $3::timestamptz AND delivery.finished_at <= $4::timestamptz AND ${counted}`;
  const [totals] = await tx.$queryRawUnsafe<Omit<Failures, "newest">[]>(
    `SELECT count(*)::int AS count, min(created_at) AS "oldestAt" ${failed}`,
    ...values,
  );
  if (!totals || totals.count === 0) return { count: 0, oldestAt: null, newest: [] };
  const newest = await tx.$queryRawUnsafe<FailedDelivery[]>(
    `SELECT newest.type, newest.message_id AS "envelopeId", newest.finished_at AS "failedAt",
       last.error, last.status_code AS "statusCode"
     FROM (SELECT delivery.* ${failed} ORDER BY delivery.finished_at DESC, delivery.message_id DESC LIMIT 10) newest
     LEFT JOIN webhook_attempts last ON last.organisation_id = $1 AND last.endpoint_id = newest.endpoint_id
       AND last.message_id = newest.message_id AND last.number = newest.attempts
     ORDER BY newest.finished_at DESC, newest.message_id DESC`,
    ...values,
  );
  return { ...totals, newest };
}

/** Deliveries to the existing endpoints of an organisation that failed since a time. */
export async function countFailedSince(organisationId: string, since: Date): Promise<number> {
  const [row] = await prisma().$queryRawUnsafe<{ failed: number }[]>(
    `SELECT count(*)::float8 AS failed FROM webhook_endpoints endpoint
     JOIN webhook_deliveries delivery
       ON delivery.organisation_id = endpoint.organisation_id AND delivery.endpoint_id = endpoint.id
     WHERE endpoint.organisation_id = $1 AND endpoint.deleted_at IS NULL
       AND delivery.status = 'FAILED' AND delivery.finished_at >= $2::timestamptz AND ${counted}`,
    organisationId,
    since,
  );
  return row?.failed ?? 0;
}

/** When the first delivery after the last successful one failed permanently; undefined if none has. */
export async function findFailureStreak(
  tx: Transaction,
  { organisationId, endpointId }: EndpointKey,
  listeningSince: Date,
): Promise<Date | undefined> {
  const [row] = await tx.$queryRawUnsafe<{ since: Date | null }[]>(
    `SELECT min(finished_at) AS since FROM webhook_deliveries delivery
     WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'FAILED' AND ${counted}
       AND finished_at > greatest($3::timestamptz, (
         SELECT max(finished_at) FROM webhook_deliveries
         WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'DELIVERED'))`,
    organisationId,
    endpointId,
    listeningSince,
  );
  return row?.since ?? undefined;
}

/**
 * Endpoints of all organisations whose owners need to be notified of failures: failures up to `failedUntil` that the
 * last e-mail, covering failures up to `mailedUntil`, does not include. Service-wide maintenance, so not limited to one
 * organisation.
 */
export async function findUnmailedEndpoints(
  { failedUntil, mailedUntil }: { failedUntil: Date; mailedUntil: Date },
  limit: number,
): Promise<EndpointKey[]> {
  const { rows } = await pool().query<EndpointKey>({
    name: "webhook-untold-endpoints",
    text: `
      SELECT organisation_id AS "organisationId", id AS "endpointId" FROM webhook_endpoints endpoint
      WHERE deleted_at IS NULL AND (failure_mailed_at IS NULL OR failure_mailed_at <= $1::timestamptz) AND EXISTS (
        SELECT 1 FROM webhook_deliveries delivery
        WHERE delivery.organisation_id = endpoint.organisation_id AND delivery.endpoint_id = endpoint.id
          AND delivery.status = 'FAILED' AND ${counted}
          AND delivery.finished_at > coalesce(endpoint.failure_mailed_at, endpoint.listening_since)
          AND delivery.finished_at <= $2::timestamptz)
      ORDER BY id LIMIT $3`,
    values: [mailedUntil, failedUntil, limit],
  });
  return rows;
}

interface EndedAttempt {
  endpointId: string;
  outcome: string;
  error: string | null;
  statusCode: number | null;
  finishedAt: Date;
}

/**
 * The health of endpoints by ID, from the last attempt of each of their latest deliveries, whether finished or waiting for
 * a retry. Reads a bounded number of rows per endpoint, each from an index.
 */
export async function findHealth(
  tx: Transaction | undefined,
  organisationId: string,
  endpointIds: readonly string[],
): Promise<Map<string, EndpointHealth>> {
  const attempts = await (tx ?? prisma()).$queryRaw<EndedAttempt[]>`
    SELECT endpoint.id AS "endpointId", latest.*
    FROM webhook_endpoints endpoint CROSS JOIN LATERAL (
      SELECT attempt.outcome, attempt.error, attempt.status_code AS "statusCode", attempt.finished_at AS "finishedAt"
      FROM (
        (SELECT message_id, attempts FROM webhook_deliveries
         WHERE organisation_id = ${organisationId} AND endpoint_id = endpoint.id
           AND finished_at >= endpoint.listening_since
         ORDER BY finished_at DESC LIMIT ${healthAttempts})
        UNION ALL
        (SELECT message_id, attempts FROM webhook_deliveries
         WHERE organisation_id = ${organisationId} AND endpoint_id = endpoint.id AND status = 'RETRY_SCHEDULED'
         ORDER BY message_id DESC LIMIT ${healthAttempts})
      ) delivery
      JOIN webhook_attempts attempt ON attempt.organisation_id = ${organisationId}
        AND attempt.endpoint_id = endpoint.id AND attempt.message_id = delivery.message_id
        AND attempt.number = delivery.attempts
      WHERE attempt.finished_at >= endpoint.listening_since
      ORDER BY attempt.finished_at DESC LIMIT ${healthAttempts}
    ) latest
    WHERE endpoint.organisation_id = ${organisationId} AND endpoint.id = ANY(${endpointIds}::text[])
    ORDER BY latest."finishedAt" DESC`;
  return new Map(endpointIds.map((id) => [id, healthOf(attempts.filter(({ endpointId }) => endpointId === id))]));
}

/** The health of an endpoint without attempts. */
export const noAttempts: EndpointHealth = { status: "NO_ATTEMPTS", attempts: 0, failed: 0, lastFailure: null };

function healthOf(attempts: readonly EndedAttempt[]): EndpointHealth {
  const failures = attempts.filter(({ outcome }) => outcome !== "SUCCEEDED");
  const [last] = failures;
  if (attempts.length === 0) return noAttempts;
  return {
    status: !last ? "HEALTHY" : failures.length < attempts.length ? "DEGRADED" : "FAILING",
    attempts: attempts.length,
    failed: failures.length,
    lastFailure: last ? { at: last.finishedAt.toISOString(), error: last.error, statusCode: last.statusCode } : null,
  };
}
