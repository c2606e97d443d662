import { appendInTransaction } from "@/lib/domains/audit-chain";
import type { PackageStatus } from "@/lib/domains/evidence/enums";
import { mayBecome } from "@/lib/domains/evidence/packages";
import { changePackage, lockPackage, type PackageKey, type StoredPackage } from "@/lib/domains/evidence/store";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";

/** A package whose row is locked, and the transaction and context in which the service changes it. */
export interface LockedPackage {
  tx: Transaction;
  ctx: Pick<Context, "organisation" | "actor" | "clock">;
  stored: StoredPackage;
}

/**
 * Changes a package under its lock, in one transaction. Undefined if there is no such package or it may not become
 * `becomes`.
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

type PackageChangeKind =
  | "EVIDENCE_REQUESTED"
  | "EVIDENCE_READY"
  | "EVIDENCE_FAILED"
  | "EVIDENCE_URL_ISSUED"
  | "EVIDENCE_DOWNLOADED"
  | "EVIDENCE_TIMESTAMPED"
  | "EVIDENCE_EXPIRED";

/**
 * Records a change of a package on the system model, as the last act of its transaction. Recipient and notes stay out
 * of it. `at`: the time of the change; default: the time of recording.
 */
export async function recordPackageChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  change: { kind: PackageChangeKind; stored: StoredPackage; more?: Record<string, unknown>; at?: Date },
): Promise<void> {
  const { kind, stored, more = {}, at } = change;
  const { id: packageId, modelId, framework, format, dateFrom, dateTo } = stored;
  const dateRange = { from: dateFrom.toISOString(), to: dateTo.toISOString() };
  await appendInTransaction(ctx, tx, [
    {
      eventType: "DATA_ACCESS",
      ...(at && { timestamp: at.toISOString() }),
      payload: { kind, packageId, modelId, framework, format, dateRange, ...more },
      // A download does not change the package, so its transaction does not lock the row.
      ...(kind !== "EVIDENCE_DOWNLOADED" && { records: [{ table: "evidence_packages" as const, id: packageId }] }),
    },
  ]);
}

/** Sets the package to FAILED with a message for the requester, and records the event. A repeat has no effect. */
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
