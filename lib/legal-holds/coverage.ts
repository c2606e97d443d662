import type { Period } from "@/lib/periods";

/** As much of a hold as says what it covers. */
export interface Extent {
  /** Empty: all models. */
  modelIds: readonly string[];
  /** Null: without an end on that side. */
  dateFrom: Date | null;
  dateTo: Date | null;
}

/**
 * Whether a hold covers something of a model that lies in a period, or reaches into it. A time that is none, of a row that was
 * tampered with, is covered by every hold: what may be held is held.
 */
export function covers(hold: Extent, { modelId, period }: { modelId: string; period: Period }): boolean {
  if (hold.modelIds.length > 0 && !hold.modelIds.includes(modelId)) return false;
  const { fromMs, toMs } = periodOf(hold);
  return !(period.toMs < fromMs || period.fromMs > toMs);
}

/** The times that a hold covers. What belongs to no model, a delivery for instance, it covers whichever models it names. */
export function periodOf({ dateFrom, dateTo }: Extent): Period {
  return {
    fromMs: dateFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
    toMs: dateTo?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}
