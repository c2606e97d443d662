import type { LegalHold } from "@/lib/legal-holds/schemas";
import type { StoredHold } from "@/lib/legal-holds/store";

/** A stored hold as callers see it. */
export function toHold({ dateFrom, dateTo, placedAt, releasedAt, ...hold }: StoredHold): LegalHold {
  return {
    ...hold,
    dateRange: dateFrom && dateTo ? { from: dateFrom.toISOString(), to: dateTo.toISOString() } : null,
    active: releasedAt === null,
    placedAt: placedAt.toISOString(),
    releasedAt: releasedAt?.toISOString() ?? null,
  };
}
