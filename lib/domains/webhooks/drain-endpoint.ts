import { performance } from "node:perf_hooks";
import { type AttemptMeans, attemptDelivery } from "@/lib/domains/webhooks/attempt-delivery";
import {
  claimAttempt,
  findNextDueAt,
  listDueEndpoints,
  requestsOfRunMax,
  runsMax,
} from "@/lib/domains/webhooks/attempt-store";
import type { EndpointKey } from "@/lib/domains/webhooks/health-store";
import { enqueueDrains } from "@/lib/domains/webhooks/publish";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";

/** No attempt is claimed after this time, so that a run does not keep other endpoints waiting. */
const drainMs = 5_000;
/** Above this utilisation of the event loop, each run sends one request at a time, so that API requests stay fast. */
const utilisationMax = 0.9;
/** The utilisation is measured over at least this time. */
const utilisationMs = 100;

/**
 * Attempts the due deliveries of an endpoint, and then requests the next run for the time when a delivery is due. Starts
 * with one request at a time. While the receiver responds quickly and the process is not busy, the run sends up to
 * {@link requestsOfRunMax} at a time; after a failure or a slower response, or while busy, it sends fewer. Idempotent, and
 * safe to call concurrently: the number of concurrent runs limits the requests to the endpoint.
 *
 * @param runId the same for all calls of one run of the job, and unique to it.
 */
export async function drainEndpoint(endpoint: EndpointKey, runId: string, means: AttemptMeans): Promise<void> {
  const endMs = performance.now() + drainMs;
  const since = new Date(means.clock.now());
  // Never before `since`, even if the clock is set back: an attempt from before it counts as interrupted.
  const now = () => new Date(Math.max(means.clock.now(), since.getTime()));
  let nothingDueAt = undefined as Date | undefined;
  let failure = undefined as { error: unknown } | undefined;
  const { quickMs = 250, isBusy = isEventLoopBusy } = means;
  const lanes: Promise<void>[] = [];
  let open = 0;

  /** Makes one attempt after another. Only the last lane continues after a failure or a slow response, or while busy. */
  async function work(): Promise<void> {
    let storing: Promise<void> | undefined;
    while (!nothingDueAt && !failure && performance.now() < endMs) {
      const claimedAt = now();
      const claim = await claimAttempt({ ...endpoint, runId, since, now: claimedAt });
      if (!claim) {
        nothingDueAt ??= claimedAt;
        break;
      }
      const startedMs = performance.now();
      const { isDelivered, store } = await attemptDelivery(claim, means);
      const isQuick = isDelivered && performance.now() - startedMs < quickMs;
      const stored = observed(store());
      await storing;
      storing = stored;
      if (isQuick && !isBusy()) openLane();
      else if (open > 1) break;
      else await storing;
    }
    open -= 1;
    await storing;
  }

  function openLane(): void {
    if (open === requestsOfRunMax) return;
    open += 1;
    lanes.push(
      work().catch((error: unknown) => {
        failure ??= { error };
      }),
    );
  }

  openLane();
  for (const lane of lanes) await lane;
  if (failure) throw failure.error;
  await inTransaction(undefined, async (tx) => {
    if (!nothingDueAt) return await enqueueDrains(tx, [endpoint]);
    const at = await findNextDueAt(endpoint, nothingDueAt);
    if (at) await enqueueDrains(tx, Array(runsMax).fill(endpoint), at);
  });
}

let measured = performance.eventLoopUtilization();
let isUtilised = false;

/** Whether the event loop was busy between the last two measurements. All runs of the process share them. */
function isEventLoopBusy(): boolean {
  const { idle, active, utilization } = performance.eventLoopUtilization(measured);
  if (idle + active >= utilisationMs) {
    measured = performance.eventLoopUtilization();
    isUtilised = utilization > utilisationMax;
  }
  return isUtilised;
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
