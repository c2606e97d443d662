import { dayMs, endingMs, lastDays, weekMs } from "@/lib/domains/shadow-ai/detections/deadlines";
import { findDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { deadlinesOf } from "@/lib/domains/shadow-ai/detections/read-detections";
import { showDetections } from "@/lib/domains/shadow-ai/detections/show-detections";
import { type Severity, severities } from "@/lib/domains/shadow-ai/enums";
import { findSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import {
  countByAge,
  countByWeek,
  countDetectedSince,
  countOverdue,
  countUndecided,
  findFigures,
  findQueue,
  findReportedDetections,
  findSourceStates,
  findTopIds,
  findTopProviders,
  medianDecisionHours,
  type ReportedDetection,
} from "@/lib/domains/shadow-ai/overview/store";
import type { ExposureLevel, ShadowAiDetection, ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Context } from "@/lib/platform/core/context";

const topMax = 5;

/** The detections that were created since a time, and the undecided ones that became overdue since then. */
export async function readDetectionChanges(ctx: Context, since: Date) {
  const organisationId = ctx.organisation.id;
  const deadlines = await deadlinesOf(ctx);
  const [[created = 0], overdue, overdueBefore] = await Promise.all([
    countDetectedSince(organisationId, [since]),
    countOverdue(organisationId, deadlines),
    countOverdue(organisationId, { ...deadlines, nowMs: since.getTime() }),
  ]);
  return { created, overdue: overdue - overdueBefore };
}

/**
 * Counts of new and undecided detections, and the undecided ones to review first. The cost does not grow with their
 * number.
 */
export async function readDetectionFigures(ctx: Context) {
  const organisationId = ctx.organisation.id;
  const since = [1, 7, 14].map((days) => new Date(ctx.clock.now() - days * dayMs));
  const [undecided, [new24h = 0, new7d = 0, new14d = 0], top] = await Promise.all([
    countUndecided(organisationId),
    countDetectedSince(organisationId, since),
    readTop(ctx),
  ]);
  return { new24h, new7d, previous7d: new14d - new7d, ...undecided, top };
}

async function readTop(ctx: Context): Promise<ShadowAiDetection[]> {
  const deadlines = await deadlinesOf(ctx);
  const ids = await findTopIds(ctx.organisation.id, deadlines, topMax);
  const stored = await findDetections(undefined, ctx.organisation.id, ids);
  const places = new Map(ids.map((id, place) => [id, place]));
  const ordered = stored.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return showDetections(ctx, ordered, deadlines.slaDays);
}

/** A source without records for this long is silent. */
export const silentAfterMs = 24 * 3_600_000;
const sourcesMax = 8;

/** The sources that have been silent for longest, and how many are. New sources have 24 hours for their first record. */
export async function readSensors(organisationId: string, nowMs: number) {
  const silentSince = new Date(nowMs - silentAfterMs);
  const { sources, ...figures } = await findSourceStates(organisationId, silentSince, sourcesMax);
  const shown = sources.map(({ id, name, lastRecordAt, records, rejected, isSilent: silent }) => ({
    ...{ id, name, silent },
    lastRecordAt: lastRecordAt?.toISOString() ?? null,
    lagSeconds: lastRecordAt ? Math.max(0, Math.floor((nowMs - lastRecordAt.getTime()) / 1_000)) : null,
    errorRate: rejected === 0 ? 0 : rejected / (records + rejected),
  }));
  return { sources: shown, ...figures };
}

/** Detections by deadline and by assignee, exceptions that end soon, and pending requests. */
export async function readQueue(ctx: Context) {
  const deadlines = await deadlinesOf(ctx);
  return findQueue(ctx.organisation.id, {
    deadlines,
    assignee: ctx.actor.kind === "user" ? ctx.actor.email : undefined,
    endingBy: new Date(deadlines.nowMs + endingMs),
  });
}

const trendDays = 30;
const providersMax = 100;

/** Statistics over the organisation's detections (specification, "GET /shadow-ai/stats"), as of one moment. */
export async function readStats(ctx: Context): Promise<ShadowAiStats> {
  const nowMs = ctx.clock.now();
  const dates = lastDays(nowMs, trendDays);
  const now = new Date(nowMs);
  const { kinds, providers, endpoints, resolvedSince, days } = await findFigures(ctx.organisation.id, {
    resolvedSince: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    daysSince: new Date(dates[0] ?? nowMs),
    providersMax,
  });
  const open = kinds.filter(({ detections }) => detections > 0);
  const countOf = (wanted: string) =>
    open.reduce((sum, { status, detections }) => sum + (status === wanted ? detections : 0), 0);
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  return {
    summary: {
      openDetections: countOf("OPEN"),
      investigatingDetections: countOf("INVESTIGATING"),
      resolvedThisMonth: resolvedSince,
      totalExternalAiEndpointsDetected: endpoints,
      estimatedMonthlySpendUSD: open.reduce((sum, { monthlyCostCents }) => sum + monthlyCostCents, 0) / 100,
      estimatedPiiExposureRisk: exposureRisk(open.map(({ severity }) => severity as Severity)),
    },
    providers,
    trend: { detectionsLast30Days: dates.map((date) => ({ date, count: counts.get(date) ?? 0 })) },
  };
}

const levels: Readonly<Record<Severity, ExposureLevel>> = {
  INFO: "LOW",
  MEDIUM: "MEDIUM",
  HIGH: "HIGH",
  CRITICAL: "CRITICAL",
};

/**
 * The risk that personal data is exposed: the highest severity of undecided detections, or LOW without any. The score behind
 * a severity includes uploads, training on inputs, a missing agreement, the country and the department.
 */
export function exposureRisk(given: readonly Severity[]): ExposureLevel {
  return levels[severities.findLast((severity) => given.includes(severity)) ?? "INFO"];
}

const weeks = 12;
const topProvidersMax = 8;
/** Age and number limits of the decisions in the median time. */
const decidedWithinMs = 90 * dayMs;
const decisionsMax = 1_000;
/** 1970-01-05 was a Monday. */
const firstMondayMs = 4 * dayMs;

/** Detections opened and closed by week (UTC, from Monday), undecided ones by age, and providers with the most calls. */
export async function readTrends(organisationId: string, nowMs: number) {
  const thisWeek = Math.floor((nowMs - firstMondayMs) / weekMs) * weekMs + firstMondayMs;
  const mondays = Array.from({ length: weeks }, (_, i) => thisWeek - (weeks - 1 - i) * weekMs);
  const [counts, groups, medianHours, providers] = await Promise.all([
    countByWeek(organisationId, new Date(mondays[0] ?? thisWeek)),
    countByAge(organisationId, new Date(nowMs)),
    medianDecisionHours(organisationId, new Date(nowMs - decidedWithinMs), decisionsMax),
    findTopProviders(organisationId, topProvidersMax),
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

const pageSize = 1_000;

/** Detections created until a time, one page in memory at a time. */
export async function* readReportedDetections(
  organisationId: string,
  until: string,
): AsyncGenerator<ReportedDetection[], void, undefined> {
  for (let afterId = ""; ; ) {
    const page = await findReportedDetections(organisationId, { until: new Date(until), afterId, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

/** The current days to decide, by severity. */
export async function readReportedSlaDays(organisationId: string): Promise<ShadowAiSettings["slaDays"]> {
  return (await findSettings(undefined, organisationId)).slaDays;
}
