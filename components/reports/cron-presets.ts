import type { CoveredPeriod } from "@/lib/reports/vocabulary";

/** How often a schedule asks, with the period that goes with it. The hour is chosen beside. */
export const cronPresets = [
  { value: "daily", label: "Every day", rest: "* * *", covers: "PREVIOUS_DAY" },
  { value: "weekly", label: "Every Monday", rest: "* * 1", covers: "PREVIOUS_WEEK" },
  { value: "monthly", label: "On the first of each month", rest: "1 * *", covers: "PREVIOUS_MONTH" },
  { value: "quarterly", label: "On the first day of each quarter", rest: "1 1,4,7,10 *", covers: "PREVIOUS_QUARTER" },
] as const satisfies { value: string; label: string; rest: string; covers: CoveredPeriod }[];
export type CronPreset = (typeof cronPresets)[number]["value"] | "cron";

/** The preset and the hour that a cron text is; `cron` where it is none of them. */
export function presetOf(cron: string): { preset: CronPreset; hour: number } {
  const [, hour, rest] = /^0 (\d{1,2}) (.+)$/.exec(cron.trim()) ?? [];
  const preset = cronPresets.find((one) => one.rest === rest);
  return preset && hour !== undefined && Number(hour) < 24
    ? { preset: preset.value, hour: Number(hour) }
    : { preset: "cron", hour: 7 };
}

/** The cron text of a preset at an hour. */
export function cronOf(preset: Exclude<CronPreset, "cron">, hour: number): string {
  return `0 ${hour} ${cronPresets.find(({ value }) => value === preset)?.rest ?? "* * *"}`;
}

/** A cron text in words, as far as it is a preset. */
export function cronWords(cron: string): string {
  const { preset, hour } = presetOf(cron);
  const found = cronPresets.find(({ value }) => value === preset);
  return found ? `${found.label} at ${String(hour).padStart(2, "0")}:00` : cron;
}
