import {
  abandonPackage,
  expirePackages,
  generationSteps,
  generationsAtOnce,
  performStep,
  publishExpiredUrls,
  sweepGenerations,
  timestampPackages,
} from "@/lib/domains/evidence";
import { failReport, makeReport, reportsAtOnce, startDueReports, sweepReports } from "@/lib/domains/reports";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { performSteps } from "@/lib/platform/documents/generation";
import { inParts, onEvent, onSchedule, type Step } from "@/lib/platform/jobs/define";
import { log } from "@/lib/platform/telemetry/log";

/** Shown for an internal error: its details are in the log. */
const unmade = {
  evidence:
    "The package could not be generated because of an internal error. Request it again. If that fails too, contact support with its ID.",
  report: "The report could not be generated because of an internal error. Request it again.",
};

export const generateEvidence = onEvent(
  "evidence/package.requested",
  {
    id: "generate-evidence",
    retries: 5,
    concurrency: { limit: generationsAtOnce, key: "event.data.organisationId" },
    onFailure: ({ data }) => abandonPackage(data, unmade.evidence, systemClock),
  },
  ({ data, step }) => performSteps(step, generationSteps, (name) => performStep(data, name, { clock: systemClock })),
);

/** Records expired download URLs, deletes expired packages, and restarts generations that were lost. */
export const expireEvidence = onSchedule(
  "* * * * *",
  { id: "expire-evidence", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    notified: await step.run("urls", () => publishExpiredUrls(systemClock)),
    expired: await step.run("packages", () => expirePackages(systemClock)),
    requested: await sweepMinute(step, () => sweepGenerations(systemClock)),
  }),
);

/** Sweeps every 20 seconds of a minute, so that a lost generation is restarted within a minute. */
async function sweepMinute(step: Step, sweep: () => Promise<number>): Promise<number> {
  let found = 0;
  for (let part = 1; part <= 3; part++) {
    found += await step.run(`lost-${part}`, sweep);
    if (part < 3) await step.sleep(`wait-${part}`, 20_000);
  }
  return found;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Adds document timestamps to stored packages, if configured. At 04:43 UTC, to avoid the load at full hours. */
export const timestampEvidence = onSchedule(
  "43 4 * * *",
  { id: "timestamp-evidence", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    const { EVIDENCE_ARCHIVE_DAYS: days } = env();
    if (days === undefined) return;
    const note = (line: string) => log().info({ line }, "document timestamp of an evidence package");
    const given = { clock: systemClock, expiryMs: systemClock.now() + days * dayMs };
    await inParts(async (after, part) => {
      const done = await step.run(`packages-${part}`, () => timestampPackages({ ...given, after }, note));
      if (done.failed > 0)
        log().warn({ failed: done.failed }, "some evidence packages did not receive a document timestamp");
      return done;
    });
  },
);

export const makeRequestedReport = onEvent(
  "reports/report.requested",
  {
    id: "make-report",
    retries: 5,
    concurrency: { limit: reportsAtOnce, key: "event.data.organisationId" },
    onFailure: ({ data }) => failReport(data, unmade.report, systemClock),
  },
  ({ data, step }) => performSteps(step, ["make"], () => makeReport(data, { clock: systemClock })),
);

/** Requests the reports of due schedules, and those whose generation was lost. */
export const startScheduledReports = onSchedule(
  "* * * * *",
  { id: "start-scheduled-reports", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    started: await step.run("due", () => startDueReports(systemClock)),
    requested: await sweepMinute(step, () => sweepReports(systemClock)),
  }),
);
