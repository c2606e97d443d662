import { placeOf, recordFinding } from "@/lib/audit-chain";
import type { Transaction } from "@/lib/db";
import type { StateFinding } from "@/lib/shadow-ai/detections/verify-state";

/**
 * Writes down where detections are not what the chain says of them, as findings about the chain, and has each told once as
 * `chain.integrity_failure`: one that is known stays as it was first seen. Answers how many are new.
 */
export async function recordStateFindings(
  tx: Transaction | undefined,
  organisationId: string,
  findings: StateFinding[],
  detectedAt: Date,
): Promise<number> {
  let added = 0;
  for (const { detectionId, eventId, code, ...found } of findings) {
    // A detection that no event is about stands before the chain, and is named in the code.
    const key = eventId === null ? { eventId: placeOf(0), code: `${code} ${detectionId}` } : { eventId, code };
    const finding = { ...found, ...key, detectedAt: detectedAt.toISOString() };
    if (await recordFinding(organisationId, finding, tx)) added += 1;
  }
  return added;
}
