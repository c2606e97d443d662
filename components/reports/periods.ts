import { coveredPeriod } from "@/lib/reports/schemas-times";
import type { CoveredPeriod } from "@/lib/reports/vocabulary";

/** Periods that a report is often about, as clocks here show them. */
export const periodPresets = [
  ["PREVIOUS_DAY", "Yesterday"],
  ["PREVIOUS_WEEK", "Last week"],
  ["PREVIOUS_MONTH", "Last month"],
  ["PREVIOUS_QUARTER", "Last quarter"],
  ["LAST_30_DAYS", "The last 30 days"],
] as const;
export type PeriodPreset = (typeof periodPresets)[number][0] | "OTHER";

const dayMs = 86_400_000;

/** What a preset, or two days (`YYYY-MM-DD`, both included), mean now. Undefined where a day is missing. */
export function dateRangeOf(
  preset: PeriodPreset,
  days: { from: string; to: string },
  nowMs: number,
): { from: string; to: string } | undefined {
  if (preset === "LAST_30_DAYS") return range(nowMs - 30 * dayMs, nowMs);
  if (preset !== "OTHER") {
    const { fromMs, toMs } = coveredPeriod(preset satisfies CoveredPeriod, nowMs, zone());
    return range(fromMs, toMs);
  }
  if (days.from === "" || days.to === "") return undefined;
  return range(new Date(`${days.from}T00:00:00`).getTime(), new Date(`${days.to}T23:59:59.999`).getTime());
}

export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function range(fromMs: number, toMs: number) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
