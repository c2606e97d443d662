import { coveredPeriod } from "@/lib/domains/reports/schemas-times";
import { type PeriodPreset, zone } from "./labels";

// Separate from the labels: the reports page loads the labels first, and this file imports a cron parser.

const dayMs = 86_400_000;

/** The range of a preset, or of two inclusive days (`YYYY-MM-DD`). Undefined if a day is missing. */
export function dateRangeOf(
  preset: PeriodPreset,
  days: { from: string; to: string },
  nowMs: number,
): { from: string; to: string } | undefined {
  if (preset === "LAST_30_DAYS") return range(nowMs - 30 * dayMs, nowMs);
  if (preset !== "OTHER") {
    const { fromMs, toMs } = coveredPeriod(preset, nowMs, zone());
    return range(fromMs, toMs);
  }
  if (days.from === "" || days.to === "") return undefined;
  return range(new Date(`${days.from}T00:00:00`).getTime(), new Date(`${days.to}T23:59:59.999`).getTime());
}

function range(fromMs: number, toMs: number) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
