import { nextRuns } from "@/lib/reports/schemas-times";

/** When a schedule is due next after a time; null while it is not enabled. */
export function nextRunOf(
  { enabled, cron, timeZone }: { enabled: boolean; cron: string; timeZone: string },
  afterMs: number,
): Date | null {
  if (!enabled) return null;
  const [next] = nextRuns(cron, timeZone, afterMs, 1);
  if (next === undefined) throw new Error("a cron text that never comes was stored");
  return new Date(next);
}
