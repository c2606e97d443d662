import {
  analyseUses,
  endSnoozes,
  expireExceptions as expire,
  failStoredLog,
  findWaitingLogs,
  importStoredLog,
  importWaitingLogs,
  notifyOverdue,
  notifySilentSources,
  pruneTraffic,
  reassessUses,
  sweepChangedUses,
  sweepImports,
  sweepStoredLogs,
  sweepUserPseudonyms,
} from "@/lib/domains/shadow-ai";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { performSteps } from "@/lib/platform/documents/generation";
import { onEvent, onSchedule, overOrganisations } from "@/lib/platform/jobs/define";

/** Assesses changed uses of AI services. One run at a time for each organisation: a second would only wait. */
export const analyseShadowAi = onEvent(
  "shadow-ai/traffic.added",
  { id: "analyse-shadow-ai", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => step.run("analyse", () => analyseUses(data.organisationId, systemClock)),
);

/** Assesses all uses again after a change to the allow lists of registered models. */
export const applyAllowLists = onEvent(
  "models/allow-list.changed",
  { id: "apply-allow-lists", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => step.run("mark", () => reassessUses(data.organisationId, systemClock)),
);

/** Imports a stored log. One at a time for each organisation, so that each has a share of the workers. */
export const importLargeLog = onEvent(
  "shadow-ai/import.requested",
  {
    id: "import-large-log",
    retries: 5,
    concurrency: { limit: 1, key: "event.data.organisationId" },
    onFailure: ({ data }) => failStoredLog(data, systemClock),
  },
  ({ data, step }) => performSteps(step, ["import"], () => importStoredLog(data)),
);

/** Deletes hashes and keys past their retention period. At 03:41 UTC, to avoid the load at full hours. */
export const pruneShadowAi = onSchedule(
  "41 3 * * *",
  { id: "prune-shadow-ai", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => step.run("prune", () => pruneTraffic(systemClock)),
);

/** Ends imports whose process stopped, and requests lost imports of stored logs and lost analyses again. Deletes pseudonyms without a key. */
export const sweepShadowAi = onSchedule(
  "* * * * *",
  { id: "sweep-shadow-ai", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    ended: await step.run("imports", () => sweepImports(systemClock)),
    stored: await step.run("stored", () => sweepStoredLogs(systemClock)),
    asked: await step.run("uses", () => sweepChangedUses(systemClock)),
    forgotten: await step.run("users", () => sweepUserPseudonyms()),
  }),
);

/** Reopens shadow AI detections whose approved exception has expired, and ends snoozes. */
export const expireExceptions = onSchedule(
  "* * * * *",
  { id: "expire-exceptions", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    expired: await step.run("expire", () => expire(systemClock)),
    ended: await step.run("end-snoozes", () => endSnoozes(systemClock)),
  }),
);

/** Organisations per step. */
const together = 100;

/** Notifies the assignees of detections that have become overdue, and of unassigned ones the members who can decide them. */
export const notifyOverdueDetections = onSchedule(
  "9,24,39,54 * * * *",
  { id: "notify-overdue-detections", retries: 3, concurrency: { limit: 1 } },
  overOrganisations(notifyOverdue, together),
);

/** Notifies members of log sources that have become silent. */
export const notifyOfSilentSources = onSchedule(
  "33 * * * *",
  { id: "notify-silent-sources", retries: 3, concurrency: { limit: 1 } },
  overOrganisations(notifySilentSources, together),
);

/** Reads the logs in LOG_FOLDER, if set. One process at a time, so that each file is read once. */
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
