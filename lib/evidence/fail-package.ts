import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { mayBecome } from "@/lib/evidence/package-status";
import { recordPackageChange } from "@/lib/evidence/record-change";
import { changePackage, lockPackage, type PackageKey } from "@/lib/evidence/store";
import type { PackageStatus } from "@/lib/evidence/vocabulary";
import { findOrganisation } from "@/lib/organisations";

/**
 * Ends a generation that cannot be done: the package is FAILED for a reason, a sentence that whoever asked for it may read,
 * and the chain has an event of it. A package that is not being generated stays as it is, so that a repeat does nothing.
 */
export async function failPackage(key: PackageKey, reason: string, clock: Clock): Promise<void> {
  const { organisationId, packageId } = key;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  const ctx = { organisation, actor: { kind: "system" as const, id: "evidence" }, clock };
  await inTransaction(undefined, async (tx) => {
    const stored = await lockPackage(tx, organisationId, packageId);
    if (!stored || !mayBecome(stored.status as PackageStatus, "FAILED")) return;
    const failed = await changePackage(tx, organisationId, packageId, {
      status: "FAILED",
      failureReason: reason,
      progressStep: null,
    });
    await recordPackageChange(ctx, tx, { kind: "EVIDENCE_FAILED", stored: failed, more: { reason } });
  });
}
