import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredPackage } from "@/lib/evidence/store";

export type PackageChangeKind =
  | "EVIDENCE_REQUESTED"
  | "EVIDENCE_READY"
  | "EVIDENCE_FAILED"
  | "EVIDENCE_URL_ISSUED"
  | "EVIDENCE_DOWNLOADED"
  | "EVIDENCE_EXPIRED";

/**
 * Writes onto the chain what became of a package, as the last thing in the transaction that does it: who asked for evidence,
 * what was issued and who took it is itself evidence. The event stands on the system model, so that packages about a model
 * do not fill up with those before them. For whom a package is, and the notes about it, are nobody's business here. `at` is
 * the time of the change; without it, the time at which the event is recorded.
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
      // A download changes nothing about the package, and its transaction does not hold the row.
      ...(kind !== "EVIDENCE_DOWNLOADED" && { records: [{ table: "evidence_packages" as const, id: packageId }] }),
    },
  ]);
}
