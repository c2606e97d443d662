import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { applyRetentionToAll } from "@/lib/retention";

/** Organisations that one step deals with. */
const together = 20;

/** Deletes what organisations have kept long enough. At 04:07 UTC: not when everybody's jobs begin. */
export const applyRetention = onSchedule(
  "7 4 * * *",
  { id: "apply-retention", retries: 10, concurrency: { limit: 1 } },
  async ({ step }) => {
    let after: string | undefined = "";
    for (let part = 1; after !== undefined; part++) {
      const behind: string = after;
      const done = await step.run(`organisations-${part}`, () =>
        applyRetentionToAll(systemClock, { after: behind, limit: together }),
      );
      // Remembered as JSON, in which undefined is left out.
      after = done.after;
    }
  },
);
