import { findActiveHolds, lockHolds, type StoredHold } from "@/lib/domains/legal-holds/store";
import { ServiceError } from "@/lib/platform/core/errors";
import type { Period } from "@/lib/platform/core/periods";
import type { Transaction } from "@/lib/platform/database/db";

export interface Extent {
  /** Empty: all models. */
  modelIds: readonly string[];
  /** Null: unbounded. */
  dateFrom: Date | null;
  dateTo: Date | null;
}

/** Whether a hold covers part of a model's period. Invalid times, from a tampered row, count as covered. */
export function covers(hold: Extent, { modelId, period }: { modelId: string; period: Period }): boolean {
  if (hold.modelIds.length > 0 && !hold.modelIds.includes(modelId)) return false;
  const { fromMs, toMs } = periodOf(hold);
  return !(period.toMs < fromMs || period.fromMs > toMs);
}

/** The period of a hold. Data without a model, such as deliveries, is covered whichever models the hold names. */
function periodOf({ dateFrom, dateTo }: Extent): Period {
  return {
    fromMs: dateFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
    toMs: dateTo?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

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

/** Rejects an erasure and names the holds. */
export function heldBy(holds: StoredHold[]): ServiceError {
  const [first] = holds;
  const more = holds.length - 1;
  const others = more > 0 ? ` and ${more} other${more === 1 ? "" : "s"} cover` : " covers";
  return new ServiceError(
    "legal_hold",
    `The legal hold ${first?.id ?? ""} (${first?.name ?? ""})${others} this data. Release ${more > 0 ? "all of them" : "it"} before you erase the data.`,
    { members: { holds: holds.slice(0, 100).map(({ id, name }) => ({ id, name })) } },
  );
}

/** Extents of the active holds, without locking. For reads. */
export async function activeExtents(tx: Transaction | undefined, organisationId: string): Promise<Extent[]> {
  const holds = await findActiveHolds(tx, organisationId);
  return holds.map(({ modelIds, dateFrom, dateTo }) => ({ modelIds, dateFrom, dateTo }));
}
