const dayMs = 24 * 60 * 60 * 1000;

/** The last days (UTC) as `YYYY-MM-DD`, ascending, that of `nowMs` last. */
export function lastDays(nowMs: number, days: number): string[] {
  return Array.from({ length: days }, (_, n) =>
    new Date(nowMs - (days - 1 - n) * dayMs).toISOString().slice(0, "YYYY-MM-DD".length),
  );
}
