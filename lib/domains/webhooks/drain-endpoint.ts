import { type AttemptMeans, attemptDelivery } from "@/lib/domains/webhooks/attempt-delivery";
import { claimAttempt, findNextDueAt, listDueEndpoints, requestsMax } from "@/lib/domains/webhooks/attempt-store";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import { enqueueDrains } from "@/lib/domains/webhooks/publish";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";

/** No attempt is claimed after this time, so that a run does not keep other endpoints waiting. */
const drainMs = 5_000;
/** After a failure or a slower response, the next attempt is claimed only once the result is stored. */
const quickMs = 250;

/**
 * Attempts the due deliveries of an endpoint, one after another, and then requests the next run for the time when a
 * delivery is due. While the receiver responds quickly, the next attempt is claimed and the previous result is stored
 * during a request. Idempotent, and safe to call concurrently: the number of concurrent runs limits the requests to the
 * endpoint.
 *
 * @param runId the same for all calls of one run of the job, and unique to it.
 */
export async function drainEndpoint(endpoint: EndpointKey, runId: string, means: AttemptMeans): Promise<void> {
  const endMs = performance.now() + drainMs;
  const now = () => new Date(means.clock.now());
  const since = now();
  let lastClaimAt = since;
  const claim = () => {
    if (performance.now() >= endMs) return undefined;
    lastClaimAt = now();
    return observed(claimAttempt({ ...endpoint, runId, since, now: lastClaimAt }));
  };
  let claiming = claim();
  let storing: Promise<void> | undefined;
  let isQuick = false;
  while (claiming) {
    const claimed = await claiming;
    if (!claimed) break;
    claiming = isQuick ? claim() : undefined;
    const startedMs = performance.now();
    const { isDelivered, store } = await attemptDelivery(claimed, means);
    isQuick = isDelivered && performance.now() - startedMs < quickMs;
    await storing;
    storing = observed(store());
    if (!isQuick) await storing;
    claiming ??= claim();
  }
  await storing;
  await inTransaction(undefined, async (tx) => {
    if (!claiming) return await enqueueDrains(tx, [endpoint]);
    const at = await findNextDueAt(endpoint, lastClaimAt);
    if (at) await enqueueDrains(tx, Array(requestsMax).fill(endpoint), at);
  });
}

/** A promise that can reject before it is awaited. */
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

const endpointsMax = 1_000;

/** Requests runs for endpoints whose deliveries are overdue. Returns the number of endpoints. */
export async function sweepDueEndpoints(clock: Clock): Promise<number> {
  const due = await listDueEndpoints(new Date(clock.now() - lostAfterMs), endpointsMax);
  await inTransaction(undefined, (tx) => enqueueDrains(tx, due));
  return due.length;
}
