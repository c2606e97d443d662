import { findActiveHolds, lockHolds, type StoredHold } from "@/lib/domains/legal-holds/store";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Period } from "@/lib/platform/core/periods";
import type { Transaction } from "@/lib/platform/database/db";

/** As much of a hold as says what it covers. */
export interface Extent {
  /** Empty: all models. */
  modelIds: readonly string[];
  /** Null: without an end on that side. */
  dateFrom: Date | null;
  dateTo: Date | null;
}

/**
 * Whether a hold covers part of a model's period. A period with invalid times, of a tampered row, is covered by every
 * hold.
 */
export function covers(hold: Extent, { modelId, period }: { modelId: string; period: Period }): boolean {
  if (hold.modelIds.length > 0 && !hold.modelIds.includes(modelId)) return false;
  const { fromMs, toMs } = periodOf(hold);
  return !(period.toMs < fromMs || period.fromMs > toMs);
}

/** The times that a hold covers. What belongs to no model, a delivery for instance, it covers whichever models it names. */
function periodOf({ dateFrom, dateTo }: Extent): Period {
  return {
    fromMs: dateFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
    toMs: dateTo?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** Something of a model that somebody wants to erase or delete. */
interface Subject {
  modelId: string;
  period: Period;
}

/**
 * The holds that cover a subject. No hold can be placed until the transaction ends. Call it before locking any row or
 * the chain.
 */
export async function holdsOver(tx: Transaction, organisationId: string, subject: Subject): Promise<StoredHold[]> {
  await lockHolds(tx, organisationId);
  return (await findActiveHolds(tx, organisationId)).filter((hold) => covers(hold, subject));
}

/**
 * The periods held for any model. No hold can be placed until the transaction ends. Call it before locking any row or
 * the chain.
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

/** What the holds that stand now cover: for who reads, and waits for nobody who places one. */
export async function extentsThatStand(tx: Transaction | undefined, organisationId: string): Promise<Extent[]> {
  const holds = await findActiveHolds(tx, organisationId);
  return holds.map(({ modelIds, dateFrom, dateTo }) => ({ modelIds, dateFrom, dateTo }));
}
