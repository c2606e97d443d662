import type { Clock } from "@/lib/clock";
import { changeLocked } from "@/lib/evidence/change-locked";
import { recordPackageChange } from "@/lib/evidence/record-change";
import { changePackage, type PackageKey } from "@/lib/evidence/store";

/**
 * Ends a generation that cannot be done: the package is FAILED for a reason, a sentence that whoever asked for it may read,
 * and the chain has an event of it. A package that is not being generated stays as it is, so that a repeat does nothing.
 */
export async function failPackage(key: PackageKey, reason: string, clock: Clock): Promise<void> {
  await changeLocked(key, { becomes: "FAILED", clock }, async ({ tx, ctx }) => {
    const failed = await changePackage(tx, key.organisationId, key.packageId, {
      status: "FAILED",
      failureReason: reason,
      progressStep: null,
    });
    await recordPackageChange(ctx, tx, { kind: "EVIDENCE_FAILED", stored: failed, more: { reason } });
  });
}
