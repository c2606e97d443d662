import { systemClock } from "@/lib/clock";
import { disconnectSilent, forgetDeliveries } from "@/lib/integrations";
import { onSchedule } from "@/lib/jobs/define";

/** Says of integrations that fell silent that they are disconnected, and forgets old deliveries that became no event. */
export const watchIntegrations = onSchedule(
  "* * * * *",
  { id: "watch-integrations", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    disconnected: await step.run("silent", () => disconnectSilent(systemClock)),
    forgotten: await step.run("deliveries", () => forgetDeliveries(systemClock)),
  }),
);
