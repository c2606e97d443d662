import { type AttemptMeans, attemptDelivery } from "@/lib/domains/webhooks/attempt-delivery";
import type { Round } from "@/lib/domains/webhooks/attempt-store";
import { type DueRound, findDueRounds, findNextDueAt, listDueEndpoints } from "@/lib/domains/webhooks/due-store";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";

/** Concurrent requests to one endpoint. */
const requestsMax = 5;
/** No attempt starts after this time: the job engine waits for the result of a step. */
const drainMs = 5_000;
const pageMax = 500;

/**
 * Attempts the due deliveries of an endpoint, several at a time, and requests the next drain when its next delivery is
 * due. Idempotent. One drain of an endpoint at a time, because it also limits the requests to the endpoint.
 *
 * @returns whether more deliveries are due.
 */
export async function drainEndpoint(
  endpoint: EndpointKey,
  runId: string,
  means: AttemptMeans,
): Promise<{ more: boolean }> {
  const endMs = performance.now() + drainMs;
  const now = () => new Date(means.clock.now());
  const queue: Round[] = [];
  /** Deliveries in the queue or with an attempt in progress. */
  const held = new Set<string>();
  /** Further attempts of a delivery have another number. */
  const seen = new Set<string>();
  let loading: Promise<void> | undefined;

  async function unseen(): Promise<DueRound[]> {
    const due = await findDueRounds(endpoint, now(), pageMax);
    return due.filter((round) => !held.has(round.messageId) && !seen.has(attemptKey(round)));
  }

  async function load(): Promise<void> {
    for (const round of await unseen()) {
      held.add(round.messageId);
      seen.add(attemptKey(round));
      queue.push(round);
    }
    loading = undefined;
  }

  async function attemptNext(): Promise<void> {
    while (performance.now() < endMs) {
      if (queue.length === 0) {
        loading ??= load();
        await loading;
      }
      const round = queue.shift();
      if (!round) return;
      await attemptDelivery(round, runId, means);
      held.delete(round.messageId);
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: requestsMax }, attemptNext));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  held.clear();
  if (queue.length > 0 || (await unseen()).length > 0) return { more: true };
  const at = await findNextDueAt(endpoint, now());
  if (at) {
    const key = `webhooks/endpoint.due ${endpoint.endpointId}`;
    await inTransaction(undefined, (tx) => enqueue(tx, [dueEvent(endpoint)], { key, at }));
  }
  return { more: false };
}

function attemptKey({ messageId, round, attempts }: DueRound): string {
  return `${messageId} ${round} ${attempts}`;
}

function dueEvent({ organisationId, endpointId }: EndpointKey) {
  return { name: "webhooks/endpoint.due" as const, data: { organisationId, endpointId } };
}

const endpointsMax = 1_000;

/** Requests drains of endpoints whose deliveries are overdue. Returns the number of endpoints. */
export async function sweepDueEndpoints(clock: Clock): Promise<number> {
  const due = await listDueEndpoints(new Date(clock.now() - lostAfterMs), endpointsMax);
  await inTransaction(undefined, (tx) => enqueue(tx, due.map(dueEvent)));
  return due.length;
}
