import type { DeliveryStatus, Settlement } from "@/lib/domains/webhooks/delivery-state";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import type { WebhookAttempt } from "@/lib/generated/prisma/client";
import { inBatches } from "@/lib/platform/database/batch";
import { isServed, pool, prisma, type Transaction } from "@/lib/platform/database/db";
import type { AttemptError } from "@/lib/platform/outgoing/outcome";

/** One round of a delivery. */
export interface Round {
  organisationId: string;
  endpointId: string;
  messageId: string;
  round: number;
}

/** A run that takes deliveries of an endpoint. */
export interface Claimant {
  organisationId: string;
  endpointId: string;
  runId: string;
  /** Start of the run's execution: unfinished attempts of the run from before this time were interrupted. */
  since: Date;
  now: Date;
}

/** Concurrent runs of an endpoint, and concurrent requests of each run. */
export const runsMax = 5;
export const requestsOfRunMax = 4;

export interface Claim extends Round {
  /**
   * `claimed`: the attempt's row is written and the attempt can run. `interrupted`: the last attempt started and will
   * not end.
   */
  verdict: "claimed" | "interrupted" | "endpoint_disabled" | "endpoint_deleted";
  status: DeliveryStatus;
  /** Of the claimed attempt, or otherwise of the last one. */
  number: number;
  roundAttempts: number;
  createdAt: Date;
  url: string;
  /** Encrypted. */
  secret: string;
  /** Encrypted; null once it has expired. */
  previousSecret: string | null;
  body: string;
}

/** Columns that end an attempt. */
export interface AttemptEnd {
  outcome: "SUCCEEDED" | "FAILED" | "INTERRUPTED";
  error: AttemptError | null;
  finishedAt: Date;
  statusCode?: number | null;
  durationMs?: number;
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string> | null;
  responseBody?: string | null;
  responseIsCut?: boolean;
}

/** An attempt with its end and the resulting state of its delivery. */
export interface EndedAttempt {
  claim: Claim;
  end: AttemptEnd;
  settlement: Settlement;
}

/**
 * Claims the next attempt of the endpoint's delivery that is the longest overdue and has no attempt in progress, and
 * loads the data for it. Concurrent claims of this process share a statement. Each attempt number is used once.
 */
export const claimAttempt = inBatches(claimAttempts);

async function claimAttempts(claimants: Claimant[]): Promise<(Claim | undefined)[]> {
  const lanes = new Map<string, number>();
  for (const { endpointId } of claimants) lanes.set(endpointId, (lanes.get(endpointId) ?? 0) + 1);
  const limit = Math.min(Math.max(...lanes.values()), runsMax * requestsOfRunMax);
  const { rows } = await pool().query<Claim & { lane: number }>({
    name: `webhook-claim-attempts-${limit}`,
    text: claimStatement(limit),
    values: [JSON.stringify(claimants)],
  });
  const byLane = new Map(rows.map(({ lane, ...claim }) => [lane, claim]));
  return claimants.map((_, index) => byLane.get(index + 1));
}

/** An attempt that started but did not end within this time is abandoned; it has exceeded its time limit by far. */
const abandonedAfter = "interval '60 seconds'";

/**
 * Locks no more deliveries of an endpoint than needed, because runs of other processes skip locked ones and would find
 * nothing due. With a constant limit, the planner reads deliveries in the order of the index.
 *
 * The locks read the latest versions of deliveries. Other tables are read as of the start of the statement: an attempt
 * that is missing or unfinished there was written while this statement waited for the lock. Scalar subqueries read by
 * primary key, regardless of the planner's row estimate.
 */
const claimStatement = (limit: number) => `
  WITH lane AS (
    SELECT *, row_number() OVER (PARTITION BY "endpointId" ORDER BY lane) AS place
    FROM ROWS FROM (json_to_recordset($1::json) AS
      ("organisationId" text, "endpointId" text, "runId" text, since timestamptz, now timestamptz)
    ) WITH ORDINALITY AS given("organisationId", "endpointId", "runId", since, now, lane)
  ), due AS (
    SELECT delivery.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_attempt_at, message_id) AS place
    FROM (
      SELECT "organisationId", "endpointId", max(now) AS now FROM lane GROUP BY 1, 2
    ) endpoint
    CROSS JOIN LATERAL (
      SELECT *, round_attempts > 0 AND coalesce((
          SELECT last.outcome IS NULL FROM webhook_attempts last WHERE last.organisation_id = delivery.organisation_id
            AND last.endpoint_id = delivery.endpoint_id AND last.message_id = delivery.message_id
            AND last.number = delivery.attempts
        ), false) AS is_interrupted
      FROM webhook_deliveries delivery
      WHERE organisation_id = endpoint."organisationId" AND endpoint_id = endpoint."endpointId"
        AND next_attempt_at <= endpoint.now
        AND (round_attempts = 0 OR (
          SELECT last.outcome IS NOT NULL OR last.started_at <= endpoint.now - ${abandonedAfter}
            OR EXISTS (SELECT FROM lane WHERE lane."runId" = last.run_id AND last.started_at < lane.since)
          FROM webhook_attempts last WHERE last.organisation_id = delivery.organisation_id
            AND last.endpoint_id = delivery.endpoint_id AND last.message_id = delivery.message_id
            AND last.number = delivery.attempts
        ))
      ORDER BY next_attempt_at, message_id LIMIT ${limit} FOR UPDATE OF delivery SKIP LOCKED
    ) delivery
  ), seen AS (
    SELECT due.*, lane.lane, lane."runId", lane.now, endpoint.url, endpoint.secret,
      CASE WHEN endpoint.previous_secret_expires_at > lane.now THEN endpoint.previous_secret END AS previous_secret,
      CASE WHEN due.is_interrupted THEN 'interrupted'
        WHEN endpoint.deleted_at IS NOT NULL THEN 'endpoint_deleted'
        WHEN NOT endpoint.active THEN 'endpoint_disabled'
        ELSE 'claimed' END AS verdict
    FROM lane
    JOIN due ON due.endpoint_id = lane."endpointId" AND due.place = lane.place
    JOIN webhook_endpoints endpoint ON endpoint.organisation_id = lane."organisationId" AND endpoint.id = lane."endpointId"
  ), claimed AS (
    UPDATE webhook_deliveries delivery
    SET attempts = delivery.attempts + 1, round_attempts = delivery.round_attempts + 1
    FROM seen
    WHERE seen.verdict = 'claimed' AND delivery.organisation_id = seen.organisation_id
      AND delivery.endpoint_id = seen.endpoint_id AND delivery.message_id = seen.message_id
    RETURNING seen.lane, delivery.attempts, delivery.round_attempts
  ), written AS (
    INSERT INTO webhook_attempts (organisation_id, endpoint_id, message_id, number, round, run_id, url, started_at)
    SELECT seen.organisation_id, seen.endpoint_id, seen.message_id, claimed.attempts, seen.round, seen."runId", seen.url,
      seen.now
    FROM seen JOIN claimed USING (lane)
  ), abandoned AS (
    UPDATE webhook_attempts attempt SET outcome = 'INTERRUPTED', error = 'interrupted', finished_at = seen.now
    FROM seen
    WHERE attempt.organisation_id = seen.organisation_id AND attempt.endpoint_id = seen.endpoint_id
      AND attempt.message_id = seen.message_id AND attempt.round < seen.round AND attempt.outcome IS NULL
      AND attempt.started_at <= seen.now - ${abandonedAfter}
  )
  SELECT seen.lane::int, seen.organisation_id AS "organisationId", seen.endpoint_id AS "endpointId",
    seen.message_id AS "messageId", seen.round, seen.verdict, seen.status, seen.url, seen.secret,
    seen.previous_secret AS "previousSecret", seen.created_at AS "createdAt",
    (SELECT body FROM webhook_messages message
      WHERE message.organisation_id = seen.organisation_id AND message.id = seen.message_id) AS body,
    coalesce(claimed.attempts, seen.attempts) AS number,
    coalesce(claimed.round_attempts, seen.round_attempts) AS "roundAttempts"
  FROM seen LEFT JOIN claimed USING (lane)`;

/**
 * Ends an attempt and updates its delivery, unless the attempt has already ended or the delivery is in another round or
 * finished. Returns whether the delivery was updated. Concurrent calls in this process share a statement.
 */
export const finishAttempt = inBatches((ended: EndedAttempt[]) => finishAttempts(undefined, ended));

/** The same for several attempts, in a transaction if one is given. */
export async function finishAttempts(tx: Transaction | undefined, ended: EndedAttempt[]): Promise<boolean[]> {
  const rows = ended.map(({ claim, end, settlement }, index) => {
    const { organisationId, endpointId, messageId, round, number } = claim;
    const dates = { nextAt: dateOf(settlement.nextAttemptAtMs), deliveryEnd: dateOf(settlement.finishedAtMs) };
    const key = { index, organisationId, endpointId, messageId, round, number };
    return { ...key, ...end, status: settlement.status, failureReason: settlement.failureReason, ...dates };
  });
  const values = [JSON.stringify(rows)];
  const finished = tx
    ? await tx.$queryRawUnsafe<{ index: number }[]>(finishStatement, ...values)
    : (await pool().query<{ index: number }>({ name: "webhook-finish-attempts", text: finishStatement, values })).rows;
  const moved = new Set(finished.map(({ index }) => index));
  return ended.map((_, index) => moved.has(index));
}

/**
 * The conditions on `ended` are always met. With them, the planner expects one row and reads attempts by primary key.
 * Otherwise it scans the table while the table is small, and keeps that plan while the table grows.
 */
const finishStatement = `
  WITH ended AS (
    SELECT * FROM json_to_recordset($1::json) AS ended(
      index int, "organisationId" text, "endpointId" text, "messageId" text, round int, number int, outcome text,
      error text, "finishedAt" timestamptz, "statusCode" int, "durationMs" int, "requestHeaders" jsonb,
      "responseHeaders" jsonb, "responseBody" text, "responseIsCut" boolean, status text, "failureReason" text,
      "nextAt" timestamptz, "deliveryEnd" timestamptz)
    WHERE index >= 0 AND number > 0 AND round >= 0 AND "finishedAt" > '-infinity'
  ), attempt AS (
    UPDATE webhook_attempts attempt
    SET finished_at = ended."finishedAt", outcome = ended.outcome, error = ended.error, status_code = ended."statusCode",
        duration_ms = ended."durationMs", request_headers = ended."requestHeaders",
        response_headers = ended."responseHeaders", response_body = ended."responseBody",
        response_is_cut = coalesce(ended."responseIsCut", false)
    FROM ended
    WHERE attempt.organisation_id = ended."organisationId" AND attempt.endpoint_id = ended."endpointId"
      AND attempt.message_id = ended."messageId" AND attempt.number = ended.number AND attempt.outcome IS NULL
    RETURNING ended.*
  )
  UPDATE webhook_deliveries delivery
  SET status = attempt.status, failure_reason = attempt."failureReason", next_attempt_at = attempt."nextAt",
      finished_at = attempt."deliveryEnd"
  FROM attempt
  WHERE delivery.organisation_id = attempt."organisationId" AND delivery.endpoint_id = attempt."endpointId"
    AND delivery.message_id = attempt."messageId" AND delivery.round = attempt.round
    AND delivery.attempts = attempt.number AND delivery.status IN ('PENDING', 'RETRY_SCHEDULED')
  RETURNING attempt.index`;

/** Ends a delivery of an inactive endpoint, if its round is unchanged and no other attempt was made. */
export async function closeDelivery(claim: Claim, settlement: Settlement): Promise<void> {
  const { organisationId, endpointId, messageId, round, number } = claim;
  const { status, failureReason, nextAttemptAtMs, finishedAtMs } = settlement;
  await pool().query({
    name: "webhook-close-delivery",
    text: `
      UPDATE webhook_deliveries
      SET status = $6, failure_reason = $7, next_attempt_at = $8::timestamptz, finished_at = $9::timestamptz
      WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 AND round = $4::int AND attempts = $5::int
        AND status IN ('PENDING', 'RETRY_SCHEDULED')`,
    values: [
      ...[organisationId, endpointId, messageId, round, number],
      ...[status, failureReason, dateOf(nextAttemptAtMs), dateOf(finishedAtMs)],
    ],
  });
}

/** Every attempt of a delivery, oldest first. */
export async function findAttempts(
  organisationId: string,
  endpointId: string,
  messageId: string,
): Promise<StoredAttempt[]> {
  return prisma().webhookAttempt.findMany({
    where: { organisationId, endpointId, messageId },
    orderBy: { number: "asc" },
  });
}

export type StoredAttempt = WebhookAttempt;

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

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
