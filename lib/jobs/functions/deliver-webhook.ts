import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { attemptDelivery } from "@/lib/webhooks";

/** Looks at a delivery that one run has: five attempts, and a few that found it not due yet, or its last attempt cut off. */
const looksMax = 15;

/**
 * Makes the attempts of one round of a delivery. What an attempt ends with is its step's result, never an error: the
 * schedule is ours, not the engine's. Should the run be lost, the sweep begins another.
 */
export const deliverWebhook = onEvent(
  "webhooks/delivery.due",
  { id: "deliver-webhook", retries: 10, concurrency: { limit: 5, key: "event.data.endpointId" } },
  async ({ data, step, runId }) => {
    for (let look = 1; look <= looksMax; look++) {
      const attempt = () => attemptDelivery(data, runId, { clock: systemClock });
      const result = await step.run(`attempt-${look}`, attempt);
      if (result.done) return;
      await step.sleepUntil(`until-${look + 1}`, result.nextAttemptAt);
    }
  },
);
