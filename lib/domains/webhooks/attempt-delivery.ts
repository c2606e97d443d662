import { findOrganisation } from "@/lib/domains/organisations";
import {
  type AttemptEnd,
  type Claim,
  closeDelivery,
  type EndedAttempt,
  finishAttempt,
  finishAttempts,
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

/** Overrides for an attempt, for tests. */
export interface AttemptMeans {
  clock: Clock;
  transport?: Transport;
  /** Default: 30 seconds. */
  timeoutMs?: number;
  /** A receiver that responds within this time gets more requests at a time. Default: 250 milliseconds. */
  quickMs?: number;
  /** Whether the process has no capacity for more concurrent requests. Default: by the utilisation of its event loop. */
  isBusy?: () => boolean;
}

/** An attempt that has ended, and the operation that stores its result. */
interface Attempt {
  isDelivered: boolean;
  store(): Promise<void>;
}

/**
 * Makes a claimed attempt (specification, "Webhook delivery"). The attempt's row was written before, so that its number
 * is used once: if the process ends in between, a later claim finds the row, and the attempt counts as interrupted.
 *
 * @throws database errors. Failures of the receiver are outcomes.
 */
export async function attemptDelivery(claim: Claim, means: AttemptMeans): Promise<Attempt> {
  const now = new Date(means.clock.now());
  const { verdict } = claim;
  switch (verdict) {
    case "endpoint_disabled":
    case "endpoint_deleted":
      return { isDelivered: false, store: () => closeDelivery(claim, settlementBy(claim, verdict, now.getTime())) };
    case "interrupted":
      return { isDelivered: false, store: () => endAttempt(claim, interruptedAt(now), null) };
    case "claimed":
      return makeAttempt(claim, means);
  }
}

async function makeAttempt(claim: Claim, means: AttemptMeans): Promise<Attempt> {
  const { organisationId, endpointId, messageId, url, body } = claim;
  const timestamp = Math.floor(means.clock.now() / 1000);
  const about = {
    "gas.webhook.endpoint_id": endpointId,
    "gas.webhook.message_id": messageId,
    "gas.webhook.attempt": claim.number,
  };
  const secrets = openSecrets(claim, secretContext(organisationId, endpointId));
  const signature = signatureHeaders(secrets, { id: messageId, timestamp, body });
  const { retryAfter, ...record } = await tracedExchange("webhook", about, {
    ...{ url, body, headers: { "Content-Type": "application/json", ...signature } },
    ...{ transport: means.transport ?? serviceTransport(), timeoutMs: means.timeoutMs },
  });
  const end = { ...record, finishedAt: new Date(means.clock.now()) };
  return { isDelivered: end.error === null, store: () => endAttempt(claim, end, retryAfter) };
}

function interruptedAt(finishedAt: Date): AttemptEnd {
  return { outcome: "INTERRUPTED", error: "interrupted", finishedAt };
}

async function endAttempt(claim: Claim, end: AttemptEnd, retryAfter: string | null): Promise<void> {
  metrics().webhookAttempts.inc({ outcome: end.outcome.toLowerCase() });
  const trigger = triggerOf(end.error, claim.roundAttempts);
  const settlement = settlementBy(claim, trigger, end.finishedAt.getTime(), retryAfter);
  if (settlement.status === "FAILED") await failDelivery({ claim, end, settlement });
  else await finishAttempt({ claim, end, settlement });
}

/**
 * Writes the effects of a final failure to the outbox in the same transaction; a receiver that answers 410 disables its
 * endpoint.
 */
async function failDelivery(ended: EndedAttempt): Promise<void> {
  const { claim, end } = ended;
  const { organisationId, endpointId } = claim;
  const organisation = end.error === "gone" ? await findOrganisation(organisationId) : undefined;
  await inTransaction(undefined, async (tx) => {
    const endpoint = organisation ? await endpoints.lock(tx, organisationId, endpointId) : null;
    const [isMoved] = await finishAttempts(tx, [ended]);
    if (!isMoved) return;
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
  });
}

function settlementBy(claim: Claim, trigger: Trigger, nowMs: number, retryAfter: string | null = null): Settlement {
  const { status, roundAttempts } = claim;
  const scale = env().WEBHOOK_RETRY_SCALE;
  const next = nextAttemptAtMs({ roundAttempts, retryAfter, endedAtMs: nowMs, scale });
  return settle(status, trigger, { nowMs, nextAttemptAtMs: next });
}
