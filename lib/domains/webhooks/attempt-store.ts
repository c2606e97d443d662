import { attemptsPerRound, type DeliveryStatus, type Settlement } from "@/lib/domains/webhooks/delivery-state";
import type { WebhookAttempt } from "@/lib/generated/prisma/client";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";
import type { AttemptError } from "@/lib/platform/outgoing/outcome";

/** One round of a delivery, as identified by its job. */
export interface Round {
  organisationId: string;
  endpointId: string;
  messageId: string;
  round: number;
}

/**
 * Result of a claim. `claimed`: the attempt's row is written and the attempt can run. `early`: it is not due.
 * `interrupted`: the previous attempt started and will not end. `busy`: another run executes it. `over`: the round has
 * ended.
 */
export type Verdict = "claimed" | "early" | "interrupted" | "busy" | "over" | "endpoint_disabled" | "endpoint_deleted";

export interface Claim {
  verdict: Verdict;
  status: DeliveryStatus;
  /** Of the claimed attempt, or otherwise of the last one. */
  number: number;
  roundAttempts: number;
  nextAttemptAt: Date | null;
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

/**
 * Claims the next attempt of a round if it is due and unclaimed, and loads the data for it. This is one statement, so
 * that only one of several concurrent claims succeeds and each number is used once. Returns undefined if the delivery
 * does not exist.
 */
export async function claimAttempt(
  round: Round,
  claimant: { runId: string; now: Date; abandonedBefore: Date },
): Promise<Claim | undefined> {
  const { runId, now, abandonedBefore } = claimant;
  const { rows } = await pool().query<Claim>({
    name: "webhook-claim-attempt",
    text: claimStatement,
    values: [...keyOf(round), round.round, runId, now, abandonedBefore],
  });
  return rows[0];
}

/**
 * The lock reads the latest version of the delivery's row. Other tables are read as of the start of the statement: an
 * attempt that is missing or unfinished there was written while this statement waited for the lock.
 */
const claimStatement = `
  WITH delivery AS (
    SELECT * FROM webhook_deliveries
    WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 FOR UPDATE
  ), seen AS (
    SELECT delivery.*, endpoint.url, endpoint.secret, message.body,
      CASE WHEN endpoint.previous_secret_expires_at > $6::timestamptz THEN endpoint.previous_secret END AS previous_secret,
      CASE
        WHEN delivery.status NOT IN ('PENDING', 'RETRY_SCHEDULED') OR delivery.round <> $4::int THEN 'over'
        WHEN delivery.next_attempt_at <= $6::timestamptz AND delivery.round_attempts > 0 AND last.outcome IS NULL THEN
          CASE WHEN last.run_id = $5 OR last.started_at <= $7::timestamptz THEN 'interrupted' ELSE 'busy' END
        WHEN endpoint.deleted_at IS NOT NULL THEN 'endpoint_deleted'
        WHEN NOT endpoint.active THEN 'endpoint_disabled'
        WHEN delivery.next_attempt_at > $6::timestamptz THEN 'early'
        WHEN delivery.round_attempts >= ${attemptsPerRound} THEN 'over'
        ELSE 'claimed'
      END AS verdict
    FROM delivery
    JOIN webhook_endpoints endpoint ON endpoint.organisation_id = $1 AND endpoint.id = delivery.endpoint_id
    JOIN webhook_messages message ON message.organisation_id = $1 AND message.id = delivery.message_id
    LEFT JOIN webhook_attempts last ON last.organisation_id = $1 AND last.endpoint_id = delivery.endpoint_id
      AND last.message_id = delivery.message_id AND last.number = delivery.attempts
  ), claimed AS (
    UPDATE webhook_deliveries delivery
    SET attempts = delivery.attempts + 1, round_attempts = delivery.round_attempts + 1
    FROM seen
    WHERE seen.verdict = 'claimed' AND delivery.organisation_id = $1
      AND delivery.endpoint_id = $2 AND delivery.message_id = $3
    RETURNING delivery.attempts, delivery.round_attempts
  ), written AS (
    INSERT INTO webhook_attempts (organisation_id, endpoint_id, message_id, number, round, run_id, url, started_at)
    SELECT $1, $2, $3, claimed.attempts, $4::int, $5, seen.url, $6::timestamptz FROM seen, claimed
  ), abandoned AS (
    UPDATE webhook_attempts SET outcome = 'INTERRUPTED', error = 'interrupted', finished_at = $6::timestamptz
    WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3
      AND round < $4::int AND outcome IS NULL AND started_at <= $7::timestamptz
  )
  SELECT seen.verdict, seen.status, seen.url, seen.secret, seen.previous_secret AS "previousSecret", seen.body,
    seen.next_attempt_at AS "nextAttemptAt", seen.created_at AS "createdAt",
    coalesce(claimed.attempts, seen.attempts) AS number,
    coalesce(claimed.round_attempts, seen.round_attempts) AS "roundAttempts"
  FROM seen LEFT JOIN claimed ON true`;

/**
 * Ends an attempt and updates its delivery, unless the attempt has already ended or the delivery is in another round or
 * finished. Returns whether the delivery was updated. Without `tx` it runs as one statement in its own transaction.
 */
export async function finishAttempt(
  tx: Transaction | undefined,
  round: Round,
  number: number,
  end: AttemptEnd,
  settlement: Settlement,
): Promise<boolean> {
  const values = [
    ...keyOf(round),
    number,
    round.round,
    end.finishedAt,
    end.outcome,
    end.error,
    end.statusCode ?? null,
    end.durationMs ?? null,
    jsonText(end.requestHeaders),
    jsonText(end.responseHeaders),
    end.responseBody ?? null,
    end.responseIsCut ?? false,
    ...settlementValues(settlement),
  ];
  if (tx) return (await tx.$queryRawUnsafe<unknown[]>(finishStatement, ...values)).length > 0;
  const { rows } = await pool().query({ name: "webhook-finish-attempt", text: finishStatement, values });
  return rows.length > 0;
}

const finishStatement = `
  WITH attempt AS (
    UPDATE webhook_attempts
    SET finished_at = $6::timestamptz, outcome = $7, error = $8, status_code = $9::int, duration_ms = $10::int,
        request_headers = $11::jsonb, response_headers = $12::jsonb, response_body = $13, response_is_cut = $14::boolean
    WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 AND number = $4::int AND outcome IS NULL
    RETURNING number
  )
  UPDATE webhook_deliveries delivery
  SET status = $15, failure_reason = $16, next_attempt_at = $17::timestamptz, finished_at = $18::timestamptz
  FROM attempt
  WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 AND round = $5::int
    AND attempts = attempt.number AND status IN ('PENDING', 'RETRY_SCHEDULED')
  RETURNING status`;

/** Ends a delivery whose endpoint was deleted, if its round is unchanged and no other attempt was made. */
export async function closeDelivery(round: Round, attempts: number, settlement: Settlement): Promise<void> {
  await pool().query({
    name: "webhook-close-delivery",
    text: `
      UPDATE webhook_deliveries
      SET status = $6, failure_reason = $7, next_attempt_at = $8::timestamptz, finished_at = $9::timestamptz
      WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 AND round = $4::int AND attempts = $5::int
        AND status IN ('PENDING', 'RETRY_SCHEDULED')`,
    values: [...keyOf(round), round.round, attempts, ...settlementValues(settlement)],
  });
}

/** Due time of the next attempt of a round; undefined after the last attempt. */
export async function findNextAttemptAt(round: Round): Promise<Date | undefined> {
  const { rows } = await pool().query<{ nextAttemptAt: Date | null }>({
    name: "webhook-next-attempt",
    text: `
      SELECT next_attempt_at AS "nextAttemptAt" FROM webhook_deliveries
      WHERE organisation_id = $1 AND endpoint_id = $2 AND message_id = $3 AND round = $4::int`,
    values: [...keyOf(round), round.round],
  });
  return rows[0]?.nextAttemptAt ?? undefined;
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

function keyOf({ organisationId, endpointId, messageId }: Round): string[] {
  return [organisationId, endpointId, messageId];
}

function settlementValues({ status, failureReason, nextAttemptAtMs, finishedAtMs }: Settlement) {
  return [status, failureReason, dateOf(nextAttemptAtMs), dateOf(finishedAtMs)];
}

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

function jsonText(value: Record<string, string> | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}
