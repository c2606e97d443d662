import { systemClock } from "@/lib/clock";
import { performSteps } from "@/lib/documents/generation";
import { onEvent, onSchedule } from "@/lib/jobs/define";
import { failReport, makeReport, startDueReports, sweepReports } from "@/lib/reports";

export const makeRequestedReport = onEvent(
  "reports/report.requested",
  {
    id: "make-report",
    retries: 5,
    concurrency: { limit: 2, key: "event.data.organisationId" },
    onFailure: ({ data }) => failReport(data, unmade, systemClock),
  },
  ({ data, step }) => performSteps(step, ["make"], () => makeReport(data, { clock: systemClock })),
);

/** Requests the reports of due schedules, and those whose generation was lost. */
export const startScheduledReports = onSchedule(
  "* * * * *",
  { id: "start-scheduled-reports", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => ({
    started: await step.run("due", () => startDueReports(systemClock)),
    requested: await step.run("silent", () => sweepReports(systemClock)),
  }),
);

/** The reason for a failure of the service itself; the details are in the log. */
const unmade = "The report could not be made because of an error of the service. Ask for it again.";
