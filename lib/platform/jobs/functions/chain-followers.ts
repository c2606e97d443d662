import { setTimeout as delay } from "node:timers/promises";
import { evaluateChain } from "@/lib/domains/alert-policies";
import { deliverStream, sweepStreams, wakeStreams, warnOfDelays } from "@/lib/domains/audit-streams";
import { systemClock } from "@/lib/platform/core/clock";
import { onEvent, onSchedule } from "@/lib/platform/jobs/define";

/** On a busy chain, followers run about twice a second, regardless of the number of commits. */
const gatherMs = 400;

/** Starts the streams of a chain with new events. */
export const wakeAuditStreams = onEvent(
  "audit/chain.watched",
  { id: "wake-audit-streams", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    await step.run("wake", async () => {
      await delay(gatherMs);
      return wakeStreams(data.organisationId, systemClock);
    });
  },
);

/** Batches of a stream that one run delivers before another run takes over, so that no run grows without limit. */
const looksMax = 50;

/**
 * Delivers the batches of a stream, one at a time. The outcome of an attempt is its step's result, never an error:
 * retries follow the service's schedule, not the engine's. If the run is lost, the sweep starts another.
 */
export const deliverAuditStream = onEvent(
  "audit-streams/batch.due",
  { id: "deliver-audit-stream", retries: 10, concurrency: { limit: 1, key: "event.data.streamId" } },
  async ({ data, step, runId }) => {
    for (let look = 1; look <= looksMax; look++) {
      const result = await step.run(`deliver-${look}`, () => deliverStream(data, runId, { clock: systemClock }));
      if (result.done) return;
      if (result.at !== null) await step.sleepUntil(`until-${look + 1}`, result.at);
    }
    await step.sendEvent("go-on", { name: "audit-streams/batch.due", data });
  },
);

/** Restarts the delivery of streams whose run was lost, and notifies administrators of streams that fall behind. */
export const sweepAuditStreams = onSchedule(
  "* * * * *",
  { id: "sweep-audit-streams", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    woken: await step.run("sweep", () => sweepStreams(systemClock)),
    warned: await step.run("warn", () => warnOfDelays(systemClock)),
  }),
);

/** Batches that one step evaluates: after a crash, the whole step is repeated. */
const batchesOfStep = 20;

/**
 * Evaluates new events of a chain against its organisation's alert policies. One run at a time for each organisation: a
 * second would only wait.
 */
export const evaluateAlertPolicies = onEvent(
  "audit/chain.watched",
  { id: "evaluate-alert-policies", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    for (let part = 1; ; part++) {
      const options = { batchesMax: batchesOfStep, ...(part === 1 && { gatherMs }) };
      const { caughtUp } = await step.run(`evaluate-${part}`, () =>
        evaluateChain(data.organisationId, systemClock, options),
      );
      if (caughtUp) return;
    }
  },
);
