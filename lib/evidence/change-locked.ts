import type { Clock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { mayBecome } from "@/lib/evidence/package-status";
import { lockPackage, type PackageKey, type StoredPackage } from "@/lib/evidence/store";
import type { PackageStatus } from "@/lib/evidence/vocabulary";
import { findOrganisation } from "@/lib/organisations";

/** A package whose row is held, with what changes it: the service itself, in this transaction. */
export interface LockedPackage {
  tx: Transaction;
  ctx: Pick<Context, "organisation" | "actor" | "clock">;
  stored: StoredPackage;
}

/**
 * Changes a package under its lock, in one transaction: of two changes at once, the second sees what the first has done.
 * Undefined, without `work`, where there is no such package, or where it may not become what it is to become; a change
 * that leaves the status as it is names none.
 */
export async function changeLocked<T>(
  { organisationId, packageId }: PackageKey,
  { becomes, clock }: { becomes?: PackageStatus; clock: Clock },
  work: (locked: LockedPackage) => Promise<T>,
): Promise<T | undefined> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return undefined;
  const ctx = { organisation, actor: { kind: "system" as const, id: "evidence" }, clock };
  return await inTransaction(undefined, async (tx) => {
    const stored = await lockPackage(tx, organisationId, packageId);
    if (!stored || (becomes && !mayBecome(stored.status as PackageStatus, becomes))) return undefined;
    return await work({ tx, ctx, stored });
  });
}
