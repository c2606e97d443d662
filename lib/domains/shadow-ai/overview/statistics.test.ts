import { describe, expect, test } from "vitest";
import { type Severity, severities } from "@/lib/domains/shadow-ai/enums";
import { exposureRisk, readStats } from "@/lib/domains/shadow-ai/overview/statistics";
import { detectionIn, editOutsideService, openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";

const analyst = ownAnalyst();

test("returns zeros for thirty days without detections", async () => {
  const { summary, providers, trend } = await readStats(analyst.ctx);
  expect(summary).toEqual({
    openDetections: 0,
    investigatingDetections: 0,
    resolvedThisMonth: 0,
    totalExternalAiEndpointsDetected: 0,
    estimatedMonthlySpendUSD: 0,
    estimatedPiiExposureRisk: "LOW",
  });
  expect(providers).toEqual([]);
  const days = trend.detectionsLast30Days;
  expect(days.map(({ count }) => count)).toEqual(Array.from({ length: 30 }, () => 0));
  expect([days[0]?.date, days.at(-1)?.date]).toEqual(["2026-10-22", "2026-11-20"]);
});

test("counts the trend by day of detection in UTC, without older days", async () => {
  const at = (iso: string) => ({ detectedAt: new Date(iso) });
  await openDetections(analyst, [
    at("2026-11-20T00:00:00.000Z"),
    at("2026-11-19T23:59:59.999Z"),
    at("2026-11-19T00:00:00.000Z"),
    at("2026-10-22T00:00:00.000Z"),
    at("2026-10-21T23:59:59.999Z"),
  ]);
  const { trend } = await readStats(analyst.ctx);
  expect(trend.detectionsLast30Days.filter(({ count }) => count > 0)).toEqual([
    { date: "2026-10-22", count: 1 },
    { date: "2026-11-19", count: 2 },
    { date: "2026-11-20", count: 1 },
  ]);
});

test("counts detections resolved in the calendar month that are still resolved", async () => {
  const { ctx, clock } = analyst;
  const old = await detectionIn(analyst, "RESOLVED");
  const first = await detectionIn(analyst, "RESOLVED");
  const reopened = await detectionIn(analyst, "RESOLVED");
  await detectionIn(analyst, "DISMISSED");
  await editOutsideService(old.id, "resolved_at = '2026-10-31T23:59:59.999Z'");
  await editOutsideService(first.id, "resolved_at = '2026-11-01T00:00:00.000Z'");
  await updateDetection(ctx, reopened.id, { status: "INVESTIGATING" });
  expect((await readStats(ctx)).summary).toMatchObject({ resolvedThisMonth: 1, investigatingDetections: 1 });
  clock.nowMs = Date.parse("2026-12-01T00:00:00.000Z");
  expect((await readStats(ctx)).summary.resolvedThisMonth).toBe(0);
});

test("adds the 30-day cost of open and investigated uses", async () => {
  await openDetections(analyst, [{ monthlyCostCents: 1_050 }, { monthlyCostCents: 1 }]);
  await detectionIn(analyst, "INVESTIGATING", { monthlyCostCents: 200_000 });
  await detectionIn(analyst, "RESOLVED", { monthlyCostCents: 900_000 });
  await detectionIn(analyst, "DISMISSED", { monthlyCostCents: 900_000 });
  expect((await readStats(analyst.ctx)).summary.estimatedMonthlySpendUSD).toBe(2010.51);
});

test("counts endpoints once, and registered models by provider", async () => {
  await openDetections(analyst, [
    { provider: "Anthropic", endpoint: "claude.ai", calls: 5 },
    { calls: 7, registered: true },
    { calls: 11 },
  ]);
  const { summary, providers } = await readStats(analyst.ctx);
  expect(summary.totalExternalAiEndpointsDetected).toBe(2);
  expect(providers).toEqual([
    { name: "OpenAI", detections: 2, callVolume: 18, registered: 1 },
    { name: "Anthropic", detections: 1, callVolume: 5, registered: 0 },
  ]);
});

describe("the exposure risk", () => {
  test.each<[Severity[], string]>([
    [[], "LOW"],
    [["INFO", "INFO"], "LOW"],
    [["MEDIUM", "INFO"], "MEDIUM"],
    [["INFO", "HIGH", "MEDIUM"], "HIGH"],
    [[...severities], "CRITICAL"],
  ])("of open detections of %j is %s", (given, level) => {
    expect(exposureRisk(given)).toBe(level);
  });

  test("excludes decided detections", async () => {
    await detectionIn(analyst, "RESOLVED", { severity: "CRITICAL" });
    await detectionIn(analyst, "DISMISSED", { severity: "HIGH" });
    await detectionIn(analyst, "INVESTIGATING", { severity: "MEDIUM" });
    expect((await readStats(analyst.ctx)).summary.estimatedPiiExposureRisk).toBe("MEDIUM");
  });
});
