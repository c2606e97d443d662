/** A period with inclusive ends in epoch milliseconds, or infinite. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** The starts and ends of periods as two PostgreSQL arrays. */
export function periodBounds(periods: Period[]): [from: string[], to: string[]] {
  return [periods.map(({ fromMs }) => timeText(fromMs)), periods.map(({ toMs }) => timeText(toMs))];
}

function timeText(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? "-infinity" : "infinity";
}

/** Data to delete, except in the given periods. */
export interface Outdated {
  before: Date;
  kept: Period[];
  /** Maximum number of rows per deletion. */
  take: number;
}

/**
 * SQL for whether a time span overlaps none of the periods of {@link periodBounds}, which are two parameters of the query.
 */
export function outsidePeriods(from: string, to: string, [froms, tos]: [string, string]): string {
  return `NOT EXISTS (SELECT FROM unnest(${froms}::timestamptz[], ${tos}::timestamptz[]) AS kept ("from", "to")
    WHERE ${to} >= kept."from" AND ${from} <= kept."to")`;
}
