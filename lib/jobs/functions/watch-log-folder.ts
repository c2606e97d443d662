import { systemClock } from "@/lib/clock";
import { env } from "@/lib/env";
import { onSchedule } from "@/lib/jobs/define";
import { findWaitingLogs, importWaitingLogs } from "@/lib/shadow-ai";

/** Reads the logs that lie in LOG_FOLDER; nothing where it is not set. One process at a time: each file is read once. */
export const watchLogFolder = onSchedule(
  "* * * * *",
  { id: "watch-log-folder", retries: 0, concurrency: { limit: 1 } },
  async ({ step }) => {
    const folder = env().LOG_FOLDER;
    if (folder === undefined) return;
    const waiting = await step.run("look", () => findWaitingLogs(folder, systemClock));
    for (const place of waiting) {
      await step.run(`read-${place.organisationId}-${place.source}`, () =>
        importWaitingLogs(folder, place, systemClock),
      );
    }
  },
);
