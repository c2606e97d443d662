import type { Severity } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

export const dayMs = 24 * 60 * 60 * 1000;

/** Due within a week is due soon. */
export const weekMs = 7 * dayMs;

/** Exceptions that end within 14 days are listed. */
export const endingMs = 14 * dayMs;

/** Deadlines by severity, and the current time. */
export interface Deadlines {
  slaDays: ShadowAiSettings["slaDays"];
  nowMs: number;
}

interface Waiting {
  status: string;
  severity: string;
  detectedAt: Date;
  reopenedAt: Date | null;
}

/** When a detection must be decided; null if it is decided. */
export function dueAt(
  { status, severity, detectedAt, reopenedAt }: Waiting,
  slaDays: ShadowAiSettings["slaDays"],
): Date | null {
  if (status === "RESOLVED" || status === "DISMISSED") return null;
  return new Date((reopenedAt ?? detectedAt).getTime() + allowanceMs(severity as Severity, slaDays));
}

/** Time allowed for a decision. */
export function allowanceMs(severity: Severity, slaDays: ShadowAiSettings["slaDays"]): number {
  return slaDays[severity] * dayMs;
}

/** Number of days of traffic that a detection shows. */
export const activityDays = 30;

/** The last days (UTC) as `YYYY-MM-DD`, ascending, up to the day of `nowMs`. */
export function lastDays(nowMs: number, days: number): string[] {
  return Array.from({ length: days }, (_, n) =>
    new Date(nowMs - (days - 1 - n) * dayMs).toISOString().slice(0, "YYYY-MM-DD".length),
  );
}
