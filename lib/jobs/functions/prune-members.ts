import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { pruneMembers as prune } from "@/lib/members";

/** Deletes sessions and mailed tokens that ended long ago. At 03:23 UTC: not when everybody's jobs begin. */
export const pruneMembers = onSchedule(
  "23 3 * * *",
  { id: "prune-members", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => step.run("prune", () => prune(systemClock)),
);
