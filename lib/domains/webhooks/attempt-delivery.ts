import { findOrganisation } from "@/lib/domains/organisations";
import {
  type AttemptEnd,
  type Claim,
  claimAttempt,
  closeDelivery,
  findNextAttemptAt,
  finishAttempt,
  type Round,
} from "@/lib/domains/webhooks/attempt-store";
import {
  nextAttemptAtMs,
  type Settlement,
  settle,
  type Trigger,
  triggerOf,
} from "@/lib/domains/webhooks/delivery-state";
import { disableEndpoint } from "@/lib/domains/webhooks/health";
import { endpoints, secretContext } from "@/lib/domains/webhooks/store";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { openSecrets } from "@/lib/platform/crypto/stored-secrets";
import { inTransaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { signatureHeaders } from "@/lib/platform/outgoing/signature";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Whether the round has ended for this run, and if not, when its next attempt is due (ISO). */
export type AttemptResult = { done: true } | { done: false; nextAttemptAt: string };

/** Overrides for an attempt, for tests. */
export interface AttemptMeans {
  clock: Clock;
  transport?: Transport;
  /** Default: 30 seconds. */
  timeoutMs?: number;
}

/** An attempt that started but did not end within this time is abandoned; it has exceeded its time limit by far. */
const abandonedAfterMs = 60_000;

/**
 * Makes the next attempt of a round of a delivery, when it is due (specification, "Webhook delivery"). The attempt's
 * row is written before the request is sent, so that its number is used once: if the process ends in between, the next
 * call finds the row and counts the attempt as interrupted. Idempotent, and safe to call concurrently.
 *
 * @param runId the same for all calls of one run of the job, and unique to it.
 * @throws database errors. Failures of the receiver are outcomes.
 */
export async function attemptDelivery(round: Round, runId: string, means: AttemptMeans): Promise<AttemptResult> {
  const nowMs = means.clock.now();
  const now = new Date(nowMs);
  const claim = await claimAttempt(round, { runId, now, abandonedBefore: new Date(nowMs - abandonedAfterMs) });
  switch (claim?.verdict) {
    case "claimed":
      return makeAttempt(round, claim, means);
    case "early":
      return resultOf(claim.nextAttemptAt);
    case "interrupted":
      return endAttempt(round, claim, { outcome: "INTERRUPTED", error: "interrupted", finishedAt: now }, null);
    case "endpoint_disabled":
    case "endpoint_deleted":
      await closeDelivery(round, claim.number, settlementBy(claim, claim.verdict, nowMs));
      return { done: true };
    default:
      return { done: true };
  }
}

async function makeAttempt(round: Round, claim: Claim, means: AttemptMeans): Promise<AttemptResult> {
  const { url, body } = claim;
  const timestamp = Math.floor(means.clock.now() / 1000);
  const about = {
    "gas.webhook.endpoint_id": round.endpointId,
    "gas.webhook.message_id": round.messageId,
    "gas.webhook.attempt": claim.number,
  };
  const secrets = openSecrets(claim, secretContext(round.organisationId, round.endpointId));
  const signature = signatureHeaders(secrets, { id: round.messageId, timestamp, body });
  const { retryAfter, ...record } = await tracedExchange("webhook", about, {
    ...{ url, body, headers: { "Content-Type": "application/json", ...signature } },
    ...{ transport: means.transport ?? serviceTransport(), timeoutMs: means.timeoutMs },
  });
  return endAttempt(round, claim, { ...record, finishedAt: new Date(means.clock.now()) }, retryAfter);
}

async function endAttempt(
  round: Round,
  claim: Claim,
  end: AttemptEnd,
  retryAfter: string | null,
): Promise<AttemptResult> {
  metrics().webhookAttempts.inc({ outcome: end.outcome.toLowerCase() });
  const trigger = triggerOf(end.error, claim.roundAttempts);
  const settlement = settlementBy(claim, trigger, end.finishedAt.getTime(), retryAfter);
  const moved =
    settlement.status === "FAILED"
      ? await failDelivery(round, claim, end, settlement)
      : await finishAttempt(undefined, round, claim.number, end, settlement);
  if (!moved) return resultOf((await findNextAttemptAt(round)) ?? null);
  return resultOf(settlement.nextAttemptAtMs === null ? null : new Date(settlement.nextAttemptAtMs));
}

/**
 * Writes the effects of a final failure to the outbox in the same transaction; a receiver that answers 410 disables its
 * endpoint.
 */
async function failDelivery(round: Round, claim: Claim, end: AttemptEnd, settlement: Settlement): Promise<boolean> {
  const { organisationId, endpointId } = round;
  const organisation = end.error === "gone" ? await findOrganisation(organisationId) : undefined;
  return inTransaction(undefined, async (tx) => {
    const endpoint = organisation ? await endpoints.lock(tx, organisationId, endpointId) : null;
    if (!(await finishAttempt(tx, round, claim.number, end, settlement))) return false;
    await enqueue(tx, [{ name: "webhooks/delivery.failed", data: { organisationId, endpointId } }], {
      key: `webhooks/delivery.failed ${endpointId}`,
    });
    if (organisation && endpoint?.active && endpoint.url === claim.url) {
      const cause = {
        reason: "The receiver responded with 410 Gone.",
        at: end.finishedAt,
        figures: null,
        recoverSince: claim.createdAt,
      };
      await disableEndpoint(tx, organisation, endpoint, cause);
    }
    return true;
  });
}

function settlementBy(claim: Claim, trigger: Trigger, nowMs: number, retryAfter: string | null = null): Settlement {
  const { status, roundAttempts } = claim;
  const scale = env().WEBHOOK_RETRY_SCALE;
  const next = nextAttemptAtMs({ roundAttempts, retryAfter, endedAtMs: nowMs, scale });
  return settle(status, trigger, { nowMs, nextAttemptAtMs: next });
}

function resultOf(nextAttemptAt: Date | null): AttemptResult {
  return nextAttemptAt ? { done: false, nextAttemptAt: nextAttemptAt.toISOString() } : { done: true };
}
