import type { Severity } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

export const dayMs = 24 * 60 * 60 * 1000;

/** What lies ahead within a week counts as due soon. */
export const weekMs = 7 * dayMs;

/** How far ahead the end of an exception is worth a look. */
export const endingMs = 14 * dayMs;

/** How long detections may wait, and as of when that is asked. */
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

/** Until when a detection is to be decided; null for one that is decided. */
export function dueAt(
  { status, severity, detectedAt, reopenedAt }: Waiting,
  slaDays: ShadowAiSettings["slaDays"],
): Date | null {
  if (status === "RESOLVED" || status === "DISMISSED") return null;
  return new Date((reopenedAt ?? detectedAt).getTime() + allowanceMs(severity as Severity, slaDays));
}

/** How long a detection of a severity may wait. */
export function allowanceMs(severity: Severity, slaDays: ShadowAiSettings["slaDays"]): number {
  return slaDays[severity] * dayMs;
}

/** The last days (UTC) as `YYYY-MM-DD`, ascending, that of `nowMs` last. */
export function lastDays(nowMs: number, days: number): string[] {
  return Array.from({ length: days }, (_, n) =>
    new Date(nowMs - (days - 1 - n) * dayMs).toISOString().slice(0, "YYYY-MM-DD".length),
  );
}
