import { onTestFinished } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { claimAttempt, type Round } from "@/lib/domains/webhooks/attempt-store";
import { getDelivery, testEndpoint } from "@/lib/domains/webhooks/deliveries";
import { drainEndpoint } from "@/lib/domains/webhooks/drain-endpoint";
import { createEndpoint } from "@/lib/domains/webhooks/endpoints";
import type { DeliveryDetail } from "@/lib/domains/webhooks/schemas-deliveries";
import { createReceiver, type Receiver, respond } from "@/lib/domains/webhooks/testing/receiver";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import type { Transport } from "@/lib/platform/outgoing/exchange";
import { guardedAgent } from "@/lib/platform/outgoing/guarded-agent";

/** An endpoint with its own receiver, in a new organisation whose clock the test sets. */
export interface Target {
  ctx: Context;
  clock: TestClock;
  receiver: Receiver;
  endpointId: string;
  signingSecret: string;
  transport: Transport;
}

export async function createTarget(
  answer: Receiver["answer"] = respond(200),
  given: Partial<CreateOrganisation> = {},
): Promise<Target> {
  const clock = createTestClock();
  const ctx = await createTestContext(clock, given);
  const receiver = await createReceiver(answer);
  const input = { url: receiver.url, events: ["model.registered" as const], description: "", active: true };
  const { id: endpointId, signingSecret } = await createEndpoint(ctx, input);
  const guard = { allowPrivateNetwork: true, ca: receiver.ca };
  const transport = { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
  onTestFinished(() => transport.pooled.destroy());
  return { ctx, clock, receiver, endpointId, signingSecret, transport };
}

/** A new delivery to the target, due now, in its first round. */
export async function createDelivery({ ctx, endpointId }: Target): Promise<Round> {
  const { id: messageId } = await testEndpoint(ctx, endpointId, {});
  return { organisationId: ctx.organisation.id, endpointId, messageId, round: 0 };
}

/**
 * Makes the attempts of the endpoint that are due. Returns whether the delivery's round has ended, and if not, when its
 * next attempt is due.
 */
export async function attempt(target: Target, round: Round, runId = "run_1", timeoutMs = 5_000) {
  const { clock, transport } = target;
  const { organisationId, endpointId, messageId } = round;
  await drainEndpoint({ organisationId, endpointId }, runId, { clock, transport, timeoutMs });
  const { rows } = await pool().query<{ round: number; at: Date | null }>(
    "SELECT round, next_attempt_at AS at FROM webhook_deliveries WHERE endpoint_id = $1 AND message_id = $2",
    [endpointId, messageId],
  );
  const [row] = rows;
  if (!row?.at || row.round !== round.round) return { done: true } as const;
  return { done: false, nextAttemptAt: row.at.toISOString() } as const;
}

/** Claims an attempt without finishing it, like a process that is killed during its exchange. */
export function claimOnly({ clock }: Target, { organisationId, endpointId }: Round, runId: string) {
  const now = new Date(clock.nowMs);
  return claimAttempt({ organisationId, endpointId, runId, since: now, now });
}

/**
 * Attempts a delivery until its round has ended, each time when it is due. Returns the seconds waited before each
 * attempt.
 */
export async function attemptAll(target: Target, round: Round, runId = "run_1"): Promise<number[]> {
  const waits: number[] = [];
  for (;;) {
    const result = await attempt(target, round, runId);
    if (result.done) return waits;
    const waitMs = Date.parse(result.nextAttemptAt) - target.clock.nowMs;
    waits.push(waitMs / 1000);
    target.clock.nowMs += waitMs;
  }
}

export function detailOf({ ctx, endpointId }: Target, { messageId }: Round): Promise<DeliveryDetail> {
  return getDelivery(ctx, endpointId, messageId);
}

/** Outbox events of a name for an organisation, with their data. */
export async function waiting(organisationId: string, name: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<{ data: Record<string, unknown> }>(
    `SELECT event->'data' AS data FROM graphile_worker._private_jobs job, json_array_elements(payload->'events') event
     WHERE event->>'name' = $2 AND event->'data'->>'organisationId' = $1 ORDER BY job.id`,
    [organisationId, name],
  );
  return rows.map(({ data }) => data);
}
