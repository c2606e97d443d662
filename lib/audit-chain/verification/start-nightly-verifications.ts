import {
  chainLength,
  findChains,
  hasFullRunSince,
  insertRun,
  lockRuns,
} from "@/lib/audit-chain/verification/runs-store";
import { type Clock, isoMilliseconds } from "@/lib/clock";
import { inTransaction, isDatabaseUnavailable } from "@/lib/db";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/**
 * Begins a full verification for the next `limit` organisations by their ids, behind `after`; those that had one begun at
 * `since` (ISO) or later are passed over, so that a repeated call begins nothing twice. Answers the id of the last, to go on
 * behind it; undefined at the end. Maintenance over all organisations.
 */
export async function startNightlyVerifications(
  clock: Clock,
  { after, since, limit }: { after: string; since: string; limit: number },
): Promise<{ after: string | undefined }> {
  const organisationIds = await findChains(after, limit);
  for (const organisationId of organisationIds) {
    // A head whose organisation is gone has nowhere to be written down, and must not keep the others.
    await startOne(organisationId, clock, since).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId, err: error }, "a nightly verification could not be begun");
    });
  }
  return { after: organisationIds.length < limit ? undefined : organisationIds.at(-1) };
}

async function startOne(organisationId: string, clock: Clock, since: string): Promise<void> {
  const eventsTotal = await chainLength(organisationId);
  await inTransaction(undefined, async (tx) => {
    await lockRuns(tx, organisationId);
    if (await hasFullRunSince(tx, organisationId, since)) return;
    const nowMs = clock.now();
    const id = newId("verification", nowMs);
    const run = { id, organisationId, mode: "full" as const, from: null, to: null, expectedHead: null, eventsTotal };
    await insertRun(tx, run, isoMilliseconds(nowMs));
  });
}
