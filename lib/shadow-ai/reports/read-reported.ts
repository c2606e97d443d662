import {
  findReportedDetections,
  findStoredSettings,
  type ReportedDetection,
} from "@/lib/shadow-ai/reports/report-store";
import { readSlaDays, type ShadowAiSettings } from "@/lib/shadow-ai/settings";

const pageSize = 1_000;

/** Detections that were made by a time, in pages, one in memory at a time. */
export async function* readReportedDetections(
  organisationId: string,
  until: string,
): AsyncGenerator<ReportedDetection[], void, undefined> {
  for (let afterId = ""; ; ) {
    const page = await findReportedDetections(organisationId, { until: new Date(until), afterId, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

/** How long detections of each severity may wait, in days, as the organisation decided last. */
export async function readReportedSlaDays(organisationId: string): Promise<ShadowAiSettings["slaDays"]> {
  const settings = (await findStoredSettings(organisationId)) as { slaDays?: unknown } | undefined;
  return readSlaDays(settings?.slaDays);
}
