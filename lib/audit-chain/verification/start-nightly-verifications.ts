import { listChains } from "@/lib/audit-chain/verification/list-chains";
import { chainLength, findAbandonedRuns, insertRun } from "@/lib/audit-chain/verification/runs-store";
import { type Clock, isoMilliseconds } from "@/lib/clock";
import { newId } from "@/lib/ids";

/**
 * Writes down a full verification for every organisation and returns their ids, each to be given to
 * {@link runVerification}. Maintenance over all organisations.
 */
export async function startNightlyVerifications(clock: Clock): Promise<string[]> {
  const ids: string[] = [];
  for (const organisationId of await listChains()) {
    const nowMs = clock.now();
    const id = newId("verification", nowMs);
    const eventsTotal = await chainLength(organisationId);
    const run = { id, organisationId, mode: "full" as const, from: null, to: null, expectedHead: null, eventsTotal };
    await insertRun(run, isoMilliseconds(nowMs));
    ids.push(id);
  }
  return ids;
}

/** Verifications whose process died, at most `limit`, each to be given to {@link runVerification}. */
export async function listAbandonedVerifications(limit: number): Promise<string[]> {
  return findAbandonedRuns(limit);
}
