import type { Transaction } from "@/lib/db";
import { findRecordedStates } from "@/lib/shadow-ai/detections/chain-state-store";
import type { StoredDetection } from "@/lib/shadow-ai/detections/detection-store";
import { recordStateFindings } from "@/lib/shadow-ai/detections/record-findings";
import { type StateFinding, verifyState } from "@/lib/shadow-ai/detections/verify-state";

/**
 * The ids of those detections whose rows are not what the chain says of them, each written down as a finding. To be asked
 * before a change that an event tells of: the state after it is then the recorded one, and would hide what was edited.
 */
export async function findDoubtful(
  tx: Transaction,
  organisationId: string,
  detections: StoredDetection[],
  now: Date,
): Promise<Set<string>> {
  const ids = detections.map(({ id }) => id);
  const recorded = await findRecordedStates(tx, organisationId, ids);
  const findings: StateFinding[] = detections.flatMap((stored) => verifyState(stored, recorded.get(stored.id)) ?? []);
  await recordStateFindings(tx, organisationId, findings, now);
  return new Set(findings.map(({ detectionId }) => detectionId));
}
