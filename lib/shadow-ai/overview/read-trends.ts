import {
  type AgeGroup,
  countByAge,
  countByWeek,
  findTopProviders,
  medianDecisionHours,
} from "@/lib/shadow-ai/overview/store";
import { severities } from "@/lib/shadow-ai/vocabulary";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const weeks = 12;
const providersMax = 8;
/** How far back, and how many, decisions are looked at for how long they took. */
const decidedWithinMs = 90 * dayMs;
const decisionsMax = 1_000;
/** 1970-01-05 was a Monday. */
const firstMondayMs = 4 * dayMs;

/** How detections come, wait and go. */
export interface DetectionTrends {
  /** Twelve weeks (UTC) by their Mondays, this week last. */
  weekly: { week: string; opened: number; closed: number }[];
  /** Undecided ones by how long ago they were detected, the most severe first. */
  ageing: AgeGroup[];
  medianDecisionHours: number | null;
  /** Of undecided ones, those with most calls first. */
  providers: { name: string; detections: number; callVolume: number; costUSD: number }[];
}

export async function readTrends(organisationId: string, nowMs: number): Promise<DetectionTrends> {
  const thisWeek = Math.floor((nowMs - firstMondayMs) / weekMs) * weekMs + firstMondayMs;
  const mondays = Array.from({ length: weeks }, (_, i) => thisWeek - (weeks - 1 - i) * weekMs);
  const [counts, groups, medianHours, providers] = await Promise.all([
    countByWeek(organisationId, new Date(mondays[0] ?? thisWeek)),
    countByAge(organisationId, new Date(nowMs)),
    medianDecisionHours(organisationId, new Date(nowMs - decidedWithinMs), decisionsMax),
    findTopProviders(organisationId, providersMax),
  ]);
  const weekly = mondays.map((monday) => {
    const week = new Date(monday).toISOString().slice(0, 10);
    return { week, opened: counts.opened.get(week) ?? 0, closed: counts.closed.get(week) ?? 0 };
  });
  const found = new Map(groups.map((group) => [group.severity, group]));
  const none = { upTo7d: 0, upTo30d: 0, upTo90d: 0, over90d: 0 };
  return {
    weekly,
    ageing: severities.toReversed().map((severity) => found.get(severity) ?? { severity, ...none }),
    medianDecisionHours: medianHours === null ? null : Math.round(medianHours * 10) / 10,
    providers: providers.map(({ monthlyCostCents, ...same }) => ({ ...same, costUSD: monthlyCostCents / 100 })),
  };
}
