import type { Transaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { covers, periodOf } from "@/lib/legal-holds/coverage";
import { findActiveHolds, lockHolds, type StoredHold } from "@/lib/legal-holds/store";
import type { Period } from "@/lib/periods";

/** Something of a model that somebody wants to erase or delete. */
interface Subject {
  modelId: string;
  period: Period;
}

/**
 * The holds that cover something, until the caller's transaction ends: none can be placed meanwhile. Before any row's lock and
 * before the chain's.
 */
export async function holdsOver(tx: Transaction, organisationId: string, subject: Subject): Promise<StoredHold[]> {
  await lockHolds(tx, organisationId);
  return (await findActiveHolds(tx, organisationId)).filter((hold) => covers(hold, subject));
}

/**
 * The times that are held, whichever models holds name, until the caller's transaction ends: for what belongs to no model.
 * Before any row's lock and before the chain's.
 */
export async function heldPeriods(tx: Transaction, organisationId: string): Promise<Period[]> {
  await lockHolds(tx, organisationId);
  return (await findActiveHolds(tx, organisationId)).map(periodOf);
}

/** What refuses something that is held: it names the holds. */
export function heldBy(holds: StoredHold[]): ServiceError {
  const [first] = holds;
  const others = holds.length > 1 ? ` and ${holds.length - 1} more cover` : " covers";
  return new ServiceError(
    "legal_hold",
    `The legal hold ${first?.id ?? ""} (${first?.name ?? ""})${others} it. Nothing that is held is erased.`,
    { members: { holds: holds.slice(0, 100).map(({ id, name }) => ({ id, name })) } },
  );
}
