import { listLagging, notifyFollowers } from "@/lib/domains/audit-chain";
import { notifyFinding } from "@/lib/domains/notifications";
import * as webhooks from "@/lib/domains/webhooks";
import { systemClock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { onEvent, onSchedule } from "@/lib/platform/jobs/define";
import { settleEffect } from "@/lib/platform/jobs/outbox-store";

/**
 * Attempts due deliveries of an endpoint. The limit also bounds the number of concurrent requests. An attempt's
 * outcome is never an error: the schedule is the service's, not the engine's. If the run is lost, the sweep starts another.
 */
export const deliverWebhook = onEvent(
  "webhooks/endpoint.due",
  { id: "deliver-webhook", retries: 10, concurrency: { limit: 5, key: "event.data.endpointId" } },
  ({ data, step, runId }) => step.run("drain", () => webhooks.drainEndpoint(data, runId, { clock: systemClock })),
);

/** One run at a time for each endpoint, so that failures are assessed in sequence. */
export const notifyFailedDeliveries = onEvent(
  "webhooks/delivery.failed",
  { id: "notify-failed-deliveries", retries: 10, concurrency: { limit: 1, key: "event.data.endpointId" } },
  async ({ data, step }) => {
    await step.sleep("settle", webhooks.settleMs);
    const notified = await step.run("tell", () => webhooks.notifyFailures(data, systemClock));
    const health = await step.run("health", () => webhooks.evaluateHealth(data, systemClock));
    return { notified, health };
  },
);

/** Finds endpoints whose deliveries the job engine has lost, and failures whose owner has not been notified. */
export const sweepWebhookDeliveries = onSchedule(
  "* * * * *",
  { id: "sweep-deliveries", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    overdue: await step.run("overdue", () => webhooks.sweepDueEndpoints(systemClock)),
    unmailed: await step.run("untold", () => webhooks.sweepUnmailedFailures(systemClock)),
  }),
);

/** Batches that one step publishes in about a second: after a crash, the whole step is repeated. */
const chainBatchesOfStep = 20;

/** Publishes new events of a chain. One at a time for each organisation: a second run would only wait. */
export const publishChainEvents = onEvent(
  "audit/chain.grown",
  { id: "publish-chain-events", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    for (let part = 1; ; part++) {
      const work = () => webhooks.publishChain(data.organisationId, systemClock, chainBatchesOfStep);
      const { caughtUp } = await step.run(`publish-${part}`, work);
      if (caughtUp) return;
    }
  },
);

/** Organisations per sweep. */
const sweepMax = 1_000;

/** Starts followers that have not reached the end of their chain, in case their notification was lost. */
export const sweepChainFollowers = onSchedule("* * * * *", { id: "sweep-chain-followers", retries: 3 }, ({ step }) =>
  step.run("announce", () =>
    inTransaction(undefined, async (tx) => {
      const organisationIds = await listLagging(sweepMax);
      for (const organisationId of organisationIds) await notifyFollowers(tx, organisationId);
      return organisationIds.length;
    }),
  ),
);

export const publishChainVerified = onEvent(
  "audit/verification.passed",
  { id: "publish-chain-verified", retries: 10 },
  ({ data, step }) =>
    step.run("publish", async () => {
      await webhooks.publishChainVerified(data.organisationId, data.verificationId, systemClock);
      await settleEffect({ name: "audit/verification.passed", data });
    }),
);

/** Notifies endpoints and members of an integrity finding. */
export const publishIntegrityFailure = onEvent(
  "audit/integrity.failed",
  { id: "publish-integrity-failure", retries: 10 },
  ({ data, step }) =>
    step.run("publish", async () => {
      await webhooks.publishIntegrityFailure(data.organisationId, data.eventId, data.code, systemClock);
      await notifyFinding(data.organisationId, data.eventId, data.code, systemClock);
      await settleEffect({ name: "audit/integrity.failed", data });
    }),
);

/** Batches that one step verifies and publishes. */
const checkpointBatchesOfStep = 10;

/** Publishes an organisation's checkpoints, each once it is verified. One run at a time: a second would repeat the work. */
export const publishCheckpoints = onEvent(
  "audit/checkpoints.issued",
  { id: "publish-checkpoints", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    let aboveSize: number | undefined = 0;
    for (let part = 1; aboveSize !== undefined; part++) {
      const options: { aboveSize: number; batchesMax: number } = { aboveSize, batchesMax: checkpointBatchesOfStep };
      const work = () => webhooks.publishCheckpoints(data.organisationId, systemClock, options);
      ({ aboveSize } = await step.run(`publish-${part}`, work));
    }
  },
);
