import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";
import { failReport } from "@/lib/reports/make-report";
import { takeSilent } from "@/lib/reports/store";

/** A report that gave no sign of life for this long was lost, with its process or by the job engine. */
const silentMs = 10 * 60_000;
const reportsMax = 100;
/** How often one is asked for once more. One that is lost every time may take its processes with it. */
const requestsMax = 6;

/** Asks once more for reports that went silent; what was asked for many times in vain is FAILED. Answers how many. */
export async function sweepReports(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  const bounds = { silentSince: new Date(nowMs - silentMs), now: new Date(nowMs), limit: reportsMax };
  const silent = await inTransaction(undefined, async (tx) => {
    const taken = await takeSilent(tx, bounds);
    for (const { organisationId, reportId, requests } of taken) {
      if (requests > requestsMax) continue;
      await enqueue(tx, [{ name: "reports/report.requested", data: { organisationId, reportId } }]);
    }
    return taken;
  });
  for (const { organisationId, reportId, requests } of silent) {
    if (requests > requestsMax) await failReport({ organisationId, reportId }, unfinished, clock);
  }
  return silent.length;
}

const unfinished = "The report was begun many times and never came to its end. Ask for it again.";
