import { type LagClass, lagClasses } from "@/lib/domains/evidence/enums";
import type { Statistics } from "@/lib/domains/evidence/schemas-bundle";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An event that was received later than this after its own time counts as recorded late. */
const lateAfterMs = dayMs;

/** The limits of the classes of lag. */
const lagLimitsMs: Readonly<Record<LagClass, number>> = {
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  longer: Number.POSITIVE_INFINITY,
};

type Recording = NonNullable<Statistics["recording"]>;

/** Milliseconds from an event's own time to its receipt; 0 if it was received first; null if a time is unreadable. */
export function lagOf({ timestamp, recordedAt }: { timestamp: string; recordedAt: string }): number | null {
  const lag = Date.parse(recordedAt) - Date.parse(timestamp);
  return Number.isNaN(lag) ? null : Math.max(0, lag);
}

export function isLate(event: { timestamp: string; recordedAt: string }): boolean {
  return (lagOf(event) ?? 0) > lateAfterMs;
}

/** Counts how long after their own times the events of a period were received. */
export class RecordingCounter {
  private readonly lags = Object.fromEntries(lagClasses.map((name) => [name, 0])) as Record<LagClass, number>;
  private late = 0;
  private longestMs: number | null = null;
  private firstAt: string | null = null;
  private lastAt: string | null = null;

  add(event: { timestamp: string; recordedAt: string }): void {
    const lag = lagOf(event);
    if (lag === null) return;
    const { recordedAt } = event;
    this.lags[lagClasses.find((name) => lag <= lagLimitsMs[name]) ?? "longer"] += 1;
    if (lag > lateAfterMs) this.late += 1;
    this.longestMs = Math.max(this.longestMs ?? 0, lag);
    if (this.firstAt === null || recordedAt < this.firstAt) this.firstAt = recordedAt;
    if (this.lastAt === null || recordedAt > this.lastAt) this.lastAt = recordedAt;
  }

  get lateEvents(): number {
    return this.late;
  }

  counts(): Recording {
    const { late, longestMs, firstAt, lastAt } = this;
    return { lags: { ...this.lags }, late, longestMs, firstAt, lastAt };
  }
}
