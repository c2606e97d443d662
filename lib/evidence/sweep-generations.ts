import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { abandonPackage } from "@/lib/evidence/generation/abandon-package";
import { takeStalled } from "@/lib/evidence/generation-store";
import { enqueue } from "@/lib/jobs/outbox-store";

/** A generation that gave no sign of life for this long was lost, with its process or by the job engine. */
const silentMs = 10 * 60 * 1000;
const packagesMax = 100;

/** How often a generation that had begun is asked for once more. One that is lost every time may take its processes with it. */
const requestsMax = 12;

/**
 * Asks once more for packages whose generation went silent, so that losing the job engine's state loses none; one that is under
 * way after all leaves the second run nothing to do. What has begun a dozen times in vain is FAILED. Answers how many.
 */
export async function sweepGenerations(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  const bounds = { silentSince: new Date(nowMs - silentMs), now: new Date(nowMs), limit: packagesMax };
  const stalled = await inTransaction(undefined, async (tx) => {
    const taken = await takeStalled(tx, bounds);
    for (const { organisationId, packageId, requests } of taken) {
      if (requests > requestsMax) continue;
      await enqueue(tx, [{ name: "evidence/package.requested", data: { organisationId, packageId } }]);
    }
    return taken;
  });
  for (const { organisationId, packageId, requests } of stalled) {
    if (requests > requestsMax) await abandonPackage({ organisationId, packageId }, unfinished, clock);
  }
  return stalled.length;
}

const unfinished = "The generation was begun many times and never came to its end. Tell us the id of the package.";
