import type { Context } from "@/lib/context";
import { exposureRisk } from "@/lib/shadow-ai/detections/exposure";
import { findFigures } from "@/lib/shadow-ai/detections/stats-store";
import type { ShadowAiStats } from "@/lib/shadow-ai/schemas-stats";
import { lastDays } from "@/lib/shadow-ai/uses/last-days";
import type { Severity } from "@/lib/shadow-ai/vocabulary";

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
