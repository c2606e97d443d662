import { systemClock } from "@/lib/clock";
import { expirePackages, sweepGenerations, tellExpiredUrls } from "@/lib/evidence";
import { onSchedule } from "@/lib/jobs/define";

/** Tells of download URLs that have expired, ends packages whose time has come, and finds generations that were lost. */
export const expireEvidence = onSchedule(
  "* * * * *",
  { id: "expire-evidence", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    told: await step.run("urls", () => tellExpiredUrls(systemClock)),
    expired: await step.run("packages", () => expirePackages(systemClock)),
    requested: await step.run("generations", () => sweepGenerations(systemClock)),
  }),
);
