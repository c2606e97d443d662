import type { Clock } from "@/lib/clock";
import { isDatabaseUnavailable } from "@/lib/db";
import { log } from "@/lib/log";
import { recordStateFindings } from "@/lib/shadow-ai/detections/record-findings";
import { findOrganisationsBehind } from "@/lib/shadow-ai/detections/stats-store";
import { verifyDetections } from "@/lib/shadow-ai/detections/verify-detections";

/**
 * Verifies the detections of the next `limit` organisations that have some, by their ids, behind `after`, and writes down
 * what it finds, each finding once. Answers the id of the last, to go on behind it; undefined at the end. Maintenance over
 * all organisations.
 */
export async function verifyNextDetections(
  clock: Clock,
  { after, limit }: { after: string; limit: number },
): Promise<{ after: string | undefined; detections: number; findings: number }> {
  const organisationIds = await findOrganisationsBehind(after, limit);
  let detections = 0;
  let findings = 0;
  for (const organisationId of organisationIds) {
    try {
      const report = await verifyDetections(organisationId, async (found) => {
        await recordStateFindings(undefined, organisationId, found, new Date(clock.now()));
      });
      detections += report.detectionsVerified;
      findings += report.findingsTotal;
    } catch (error) {
      // One organisation must not keep the others.
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId, err: error }, "the detections of an organisation could not be verified");
    }
  }
  return { after: organisationIds.length < limit ? undefined : organisationIds.at(-1), detections, findings };
}
