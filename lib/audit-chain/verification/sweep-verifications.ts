import { requestSilentRuns } from "@/lib/audit-chain/verification/runs-store";

/** Runs that one sweep asks for again. */
const sweepMax = 500;

/**
 * Asks again for verifications of which nothing was heard for ten minutes, should the job engine have lost them; answers how
 * many. Maintenance over all organisations.
 */
export async function sweepVerifications(): Promise<number> {
  return requestSilentRuns(sweepMax);
}
