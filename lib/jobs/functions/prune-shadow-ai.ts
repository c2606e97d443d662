import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { pruneTraffic, sweepChangedUses, sweepImports } from "@/lib/shadow-ai";

/** Deletes hashes and keys that were kept long enough. At 03:41 UTC: not when everybody's jobs begin. */
export const pruneShadowAi = onSchedule(
  "41 3 * * *",
  { id: "prune-shadow-ai", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => step.run("prune", () => pruneTraffic(systemClock)),
);

/** Ends imports whose process was stopped, and asks again for an analysis that was lost. */
export const sweepShadowAi = onSchedule(
  "*/2 * * * *",
  { id: "sweep-shadow-ai", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    ended: await step.run("imports", () => sweepImports(systemClock)),
    asked: await step.run("uses", () => sweepChangedUses(systemClock)),
  }),
);
