import type { WrittenReport } from "@/lib/reports/generation/write-report";
import type { ReportKey } from "@/lib/reports/store";
import { singleton } from "@/lib/singleton";
import { besideRequests, findWorker, Workshop } from "@/lib/workshop/workshop";

/** The workshop of this process for reports, which take seconds: one worker. */
export function workshop(): Workshop<ReportKey, WrittenReport | undefined> {
  return singleton("report-workshop", () => {
    const entry = findWorker("report-worker.mjs", "lib", "reports", "generation", "worker.ts");
    return new Workshop({ ...besideRequests, entry, places: 1 });
  });
}
