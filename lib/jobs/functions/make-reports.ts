import { systemClock } from "@/lib/clock";
import { onEvent, onSchedule } from "@/lib/jobs/define";
import { failReport, makeReport, startDueReports, sweepReports } from "@/lib/reports";

/** Between two tries of a report that has no place yet: longer each time, up to this. */
const waitMs = 2_000;
const waitMsMax = 15_000;
/** Tries that one run has; what is left then is for the sweep. */
const triesMax = 200;

/** Makes a report. A process that is killed in the middle of one leaves it to be done again. */
export const makeRequestedReport = onEvent(
  "reports/report.requested",
  {
    id: "make-report",
    retries: 5,
    concurrency: { limit: 2, key: "event.data.organisationId" },
    onFailure: ({ data }) => failReport(data, unmade, systemClock),
  },
  async ({ data, step }) => {
    for (let look = 1; look <= triesMax; look++) {
      const { state } = await step.run(`make-${look}`, () => makeReport(data, { clock: systemClock }));
      if (state === "ended") return;
      await step.sleep(`wait-${look}`, Math.min(waitMsMax, waitMs * look));
    }
  },
);

/** Asks for the reports of schedules whose time has come, and finds reports that were lost. */
export const startScheduledReports = onSchedule(
  "* * * * *",
  { id: "start-scheduled-reports", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    started: await step.run("due", () => startDueReports(systemClock)),
    requested: await step.run("silent", () => sweepReports(systemClock)),
  }),
);

/** What is told of an error that has nothing to do with what was asked for: its particulars are for the log. */
const unmade = "The report could not be made because of an error of the service. Ask for it again.";
