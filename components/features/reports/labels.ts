import type { CoveredPeriod, ReportKind } from "@/lib/domains/reports/enums";

export const kindDescriptions: Readonly<Record<ReportKind, string>> = {
  "audit-activity": "Alerts, reviews, overrides and changes. Events by day, type, severity, model and actor.",
  "shadow-ai": "Detections, decisions, time to decision, providers, departments, costs and exceptions",
  "chain-integrity":
    "Verifications, checkpoints, findings, erasures and legal holds. The full chain is verified for each report.",
};

export const coveredPeriodLabels: Readonly<Record<CoveredPeriod, string>> = {
  PREVIOUS_DAY: "Previous day",
  PREVIOUS_WEEK: "Previous week",
  PREVIOUS_MONTH: "Previous month",
  PREVIOUS_QUARTER: "Previous quarter",
};

export const cronPresets = [
  { value: "daily", label: "Every day", rest: "* * *", covers: "PREVIOUS_DAY" },
  { value: "weekly", label: "Every Monday", rest: "* * 1", covers: "PREVIOUS_WEEK" },
  { value: "monthly", label: "First day of each month", rest: "1 * *", covers: "PREVIOUS_MONTH" },
  { value: "quarterly", label: "First day of each quarter", rest: "1 1,4,7,10 *", covers: "PREVIOUS_QUARTER" },
] as const satisfies { value: string; label: string; rest: string; covers: CoveredPeriod }[];
export type CronPreset = (typeof cronPresets)[number]["value"] | "cron";

/** The preset and hour of a cron expression, or `cron` if no preset matches. */
export function presetOf(cron: string): { preset: CronPreset; hour: number } {
  const [, hour, rest] = /^0 (\d{1,2}) (.+)$/.exec(cron.trim()) ?? [];
  const preset = cronPresets.find((one) => one.rest === rest);
  return preset && hour !== undefined && Number(hour) < 24
    ? { preset: preset.value, hour: Number(hour) }
    : { preset: "cron", hour: 7 };
}

export function cronOf(preset: Exclude<CronPreset, "cron">, hour: number): string {
  return `0 ${hour} ${cronPresets.find(({ value }) => value === preset)?.rest ?? "* * *"}`;
}

export function cronText(cron: string): string {
  const { preset, hour } = presetOf(cron);
  const found = cronPresets.find(({ value }) => value === preset);
  return found ? `${found.label} at ${String(hour).padStart(2, "0")}:00` : cron;
}

export const periodPresets = [
  ["PREVIOUS_DAY", "Yesterday"],
  ["PREVIOUS_WEEK", "Last week"],
  ["PREVIOUS_MONTH", "Last month"],
  ["PREVIOUS_QUARTER", "Last quarter"],
  ["LAST_30_DAYS", "Last 30 days"],
] as const;
export type PeriodPreset = (typeof periodPresets)[number][0] | "OTHER";

export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
