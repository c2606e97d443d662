import { onSchedule } from "@/lib/jobs/define";
import { requeueDueEffects } from "@/lib/jobs/pending-store";

/** Queues mails, integrity alarms and other effects again that the job server has lost. */
export const sweepPendingEffects = onSchedule(
  "* * * * *",
  { id: "sweep-pending-effects", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("sweep", () => requeueDueEffects()),
);
