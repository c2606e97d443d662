/** A period, both ends inclusive, in milliseconds since the Unix epoch; infinite where it has no end. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** The beginnings and the ends of periods, as PostgreSQL reads them: two arrays of the same length. */
export function periodBounds(periods: Period[]): [from: string[], to: string[]] {
  return [periods.map(({ fromMs }) => timeText(fromMs)), periods.map(({ toMs }) => timeText(toMs))];
}

function timeText(ms: number): string {
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  return ms < 0 ? "-infinity" : "infinity";
}

/** What is old enough to be deleted, and in which periods it is kept all the same. */
export interface Outdated {
  before: Date;
  kept: Period[];
  /** Rows that are deleted at once, at most. */
  take: number;
}

/**
 * SQL for whether something that lasted from one time to another lies in none of the periods of {@link periodBounds}, which are
 * two parameters of the query.
 */
export function outsidePeriods(from: string, to: string, [froms, tos]: [string, string]): string {
  return `NOT EXISTS (SELECT FROM unnest(${froms}::timestamptz[], ${tos}::timestamptz[]) AS kept ("from", "to")
    WHERE ${to} >= kept."from" AND ${from} <= kept."to")`;
}
