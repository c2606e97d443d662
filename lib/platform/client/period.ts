/** Periods that end now. In the URL they stand as `-7d`, so that a link or a saved view means the same tomorrow. */
export const recentPeriods = [
  { value: "-24h", label: "Last 24 hours" },
  { value: "-7d", label: "Last 7 days" },
  { value: "-30d", label: "Last 30 days" },
  { value: "-90d", label: "Last 90 days" },
] as const;

const recent = /^-(\d{1,4})([hd])$/;
const hourMs = 3_600_000;

/**
 * A point in time that may be said as time before now: `-7d` becomes an ISO time, counted from the beginning of this hour,
 * so that the pages of a list ask for the same; whatever else is answered as it is.
 */
export function resolveTime(value: string, now: number): string {
  const [, amount, unit] = recent.exec(value) ?? [];
  if (amount === undefined) return value;
  const before = Number(amount) * hourMs * (unit === "d" ? 24 : 1);
  return new Date(Math.floor(now / hourMs) * hourMs - before).toISOString();
}

/** A query whose times before now are resolved. */
export function resolveTimes<Filters extends object>(filters: Filters, now: number): Filters {
  const resolved = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === "string" ? resolveTime(value, now) : value,
  ]);
  return Object.fromEntries(resolved) as Filters;
}

/** Whether a text of a URL is a time: before now, or ISO with an offset, or a date. */
export function isTime(value: string): boolean {
  if (recent.test(value)) return true;
  return /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/.test(value) && !Number.isNaN(Date.parse(value));
}
