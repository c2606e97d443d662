import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { evaluateHealth, settleMs, tellFailures } from "@/lib/webhooks";

/** Of one endpoint one at a time: what several failures call for is decided by one after the other. */
export const notifyFailedDeliveries = onEvent(
  "webhooks/delivery.failed",
  { id: "notify-failed-deliveries", retries: 10, concurrency: { limit: 1, key: "event.data.endpointId" } },
  async ({ data, step }) => {
    await step.sleep("settle", settleMs);
    const told = await step.run("tell", () => tellFailures(data, systemClock));
    const health = await step.run("health", () => evaluateHealth(data, systemClock));
    return { told, health };
  },
);
