import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { sweepDeliveries, sweepUntoldFailures } from "@/lib/webhooks";

/** Finds what the job engine has lost, and failures that their owner is still to be told of. */
export const sweepWebhookDeliveries = onSchedule(
  "* * * * *",
  { id: "sweep-deliveries", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    emitted: await step.run("overdue", () => sweepDeliveries(systemClock)),
    endpoints: await step.run("untold", () => sweepUntoldFailures(systemClock)),
  }),
);
