/** Periods up to now. The URL contains the relative time, so that links and saved views stay current. */
export const recentPeriods = [
  { value: "-24h", label: "Last 24 hours" },
  { value: "-7d", label: "Last 7 days" },
  { value: "-30d", label: "Last 30 days" },
  { value: "-90d", label: "Last 90 days" },
] as const;

const recent = /^-(\d{1,4})([hd])$/;
const hourMs = 3_600_000;

/**
 * Converts a relative time such as `-7d` to an ISO time, from the start of the current hour, so that all pages of a list
 * have the same filter. Returns other values unchanged.
 */
export function resolveTime(value: string, now: number): string {
  const [, amount, unit] = recent.exec(value) ?? [];
  if (amount === undefined) return value;
  const before = Number(amount) * hourMs * (unit === "d" ? 24 : 1);
  return new Date(Math.floor(now / hourMs) * hourMs - before).toISOString();
}

export function resolveTimes<Filters extends object>(filters: Filters, now: number): Filters {
  const resolved = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === "string" ? resolveTime(value, now) : value,
  ]);
  return Object.fromEntries(resolved) as Filters;
}

/** Whether a text is a relative time, an ISO time with an offset, or a date. */
export function isTime(value: string): boolean {
  if (recent.test(value)) return true;
  return /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/.test(value) && !Number.isNaN(Date.parse(value));
}
