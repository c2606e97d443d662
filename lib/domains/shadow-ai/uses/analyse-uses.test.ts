import { beforeAll, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { registerModel, updateModel } from "@/lib/domains/models";
import {
  analyseUses,
  getDetection,
  importLog,
  putOverride,
  reassessUses,
  sweepChangedUses,
  updateDetection,
  updateSettings,
} from "@/lib/domains/shadow-ai";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { eventsAbout } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLine, nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { waiting } from "@/lib/domains/webhooks/testing/deliveries";
import { insertListener, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

async function tenant(): Promise<void> {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
}

/** Sends lines that start an hour ago, a second apart, and analyses the changed uses. */
async function sendAndAnalyse(count: number, given: Record<string, unknown> = {}) {
  const lines = nativeLines(count, given, clock.nowMs - 3_600_000);
  await importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(lines)] });
  return analyseUses(ctx.organisation.id, clock);
}

const hours = (count: number) => {
  clock.nowMs += count * 3_600_000;
};

interface Row {
  id: string;
  status: string;
  severity: string;
  calls: number;
  reopenedFor: string | null;
  endpoint: string;
  registered: boolean;
  assessment: { score: number; factors: { code: string }[] };
}

/** Oldest first. */
async function detections(): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT id, status, severity, calls::int, reopened_for AS "reopenedFor", endpoint, registered, assessment
     FROM shadow_ai_detections WHERE organisation_id = $1 ORDER BY id`,
    [ctx.organisation.id],
  );
  return rows;
}

async function only(): Promise<Row> {
  const [row, ...others] = await detections();
  expect(others).toEqual([]);
  if (!row) throw new Error("there is no detection");
  return row;
}

/** Detection events on the chain, in order. */
async function recordedEvents(): Promise<string[]> {
  const { rows } = await pool().query<{ kind: string }>(
    `SELECT content->'payload'->>'kind' AS kind FROM (
       SELECT content::jsonb AS content, chain_position FROM audit_events
       WHERE organisation_id = $1 AND event_type = 'SHADOW_AI_DETECTED') events ORDER BY chain_position`,
    [ctx.organisation.id],
  );
  return rows.map(({ kind }) => kind);
}

/** Every row matches the state sealed on the chain. */
async function expectVerified(): Promise<void> {
  const { findings } = await verifyStoredChain({ organisationId: ctx.organisation.id });
  expect(findings.filter(({ table }) => table === "shadow_ai_detections")).toEqual([]);
}

test("opens one detection for the use of an AI service, with an event, a webhook and the inputs of its score", async () => {
  await tenant();
  await insertListener(ctx.organisation.id, { events: ["shadow_ai.detected"] });
  expect(await sendAndAnalyse(120)).toEqual({ uses: 1, opened: 1, reopened: 0, raised: 0 });
  const row = await only();
  expect(row).toMatchObject({ status: "OPEN", calls: 120, endpoint: "api.openai.com", registered: false });
  expect(row.assessment.factors.map(({ code }) => code)).toContain("UNREGISTERED_PROVIDER");
  expect(await recordedEvents()).toEqual(["SHADOW_AI_DETECTION_OPENED"]);
  const published = await publishedTo(ctx.organisation.id);
  expect(published.map(({ envelope }) => envelope.type)).toEqual(["shadow_ai.detected"]);
  const { rows } = await pool().query(
    "SELECT detection_id, changed_at FROM shadow_ai_uses WHERE organisation_id = $1",
    [ctx.organisation.id],
  );
  expect(rows).toEqual([{ detection_id: row.id, changed_at: null }]);
  await expectVerified();
});

test("changes nothing in a repeated or concurrent analysis without new traffic", async () => {
  await tenant();
  await sendAndAnalyse(20);
  const before = await detections();
  expect(await analyseUses(ctx.organisation.id, clock)).toEqual({ uses: 0, opened: 0, reopened: 0, raised: 0 });
  await pool().query("UPDATE shadow_ai_uses SET changed_at = now() WHERE organisation_id = $1", [ctx.organisation.id]);
  const reports = await Promise.all([analyseUses(ctx.organisation.id, clock), analyseUses(ctx.organisation.id, clock)]);
  expect(reports.map(({ uses }) => uses).sort()).toEqual([0, 1]);
  expect(await detections()).toEqual(before);
  expect(await recordedEvents()).toHaveLength(1);
});

test("adds traffic to the open detection without an event, and records a higher severity", async () => {
  await tenant();
  await sendAndAnalyse(20);
  const { severity } = await only();
  hours(1);
  await sendAndAnalyse(20);
  expect(await only()).toMatchObject({ calls: 40, severity });
  expect(await recordedEvents()).toHaveLength(1);

  hours(1);
  const report = await sendAndAnalyse(300, { bytesOut: 5_000_000, url: "/v1/files" });
  expect(report.raised).toBe(1);
  const raised = await only();
  expect(raised.calls).toBe(340);
  expect(raised.severity).not.toBe(severity);
  expect(await recordedEvents()).toEqual(["SHADOW_AI_DETECTION_OPENED", "SHADOW_AI_SEVERITY_RAISED"]);
  await expectVerified();
});

test.each<[string, number, Record<string, unknown>, string]>([
  ["more than its maximum number of calls", 140, {}, "SHADOW_AI_SNOOZE_ENDED"],
  ["more than its maximum number of bytes sent", 10, { bytesOut: 20_000_000 }, "SHADOW_AI_SNOOZE_ENDED"],
  ["a higher severity", 90, { url: "/v1/files", bytesOut: 3_000_000 }, "SHADOW_AI_SEVERITY_RAISED"],
])("%s end a snooze, and the event contains the reason", async (_, calls, given, kind) => {
  await tenant();
  await sendAndAnalyse(150, { bytesOut: kind === "SHADOW_AI_SNOOZE_ENDED" ? 1_000_000 : 100 });
  const { id } = await only();
  await updateDetection(ctx, id, { snooze: { until: new Date(clock.nowMs + 30 * 86_400_000).toISOString() } });
  hours(1);
  await sendAndAnalyse(20);
  expect((await getDetection(ctx, id)).detection.snooze).toMatchObject({ maxCalls: 300 });
  hours(1);
  await sendAndAnalyse(calls, given);
  const { detection } = await getDetection(ctx, id);
  expect(detection).toMatchObject({ snooze: null, verified: true });
  expect((await recordedEvents()).at(-1)).toBe(kind);
  expect((await eventsAbout(ctx, id)).at(-1)?.payload).toMatchObject({
    snoozeEndedBy: kind === "SHADOW_AI_SNOOZE_ENDED" ? "TRAFFIC" : "SEVERITY",
  });
  await expectVerified();
});

test("treats departments and ranges as separate uses", async () => {
  await tenant();
  const risk = { name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 };
  await updateSettings(ctx, { ...defaultSettings, departments: [risk] });
  await sendAndAnalyse(5);
  await sendAndAnalyse(5, { client: "10.99.1.1" });
  await sendAndAnalyse(5, { client: "10.20.99.1" });
  const { rows } = await pool().query(
    "SELECT department, ip_ranges, calls::int FROM shadow_ai_detections WHERE organisation_id = $1 ORDER BY department",
    [ctx.organisation.id],
  );
  expect(rows).toEqual([
    { department: "Risk", ip_ranges: ["10.20.30.x", "10.20.99.x"], calls: 10 },
    { department: null, ip_ranges: ["10.99.1.x"], calls: 5 },
  ]);
});

describe("resolved detections", () => {
  const resolve = async (change: Parameters<typeof updateDetection>[2]) => {
    const { id } = await only();
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    await updateDetection(ctx, id, change);
    return id;
  };

  test("STOPPED ignores traffic during the grace period, then reopens and sends a notification", async () => {
    await tenant();
    await insertListener(ctx.organisation.id, { events: ["shadow_ai.detected"] });
    await sendAndAnalyse(10);
    const id = await resolve({ status: "RESOLVED", resolution: "STOPPED" });
    hours(20);
    expect(await sendAndAnalyse(10)).toMatchObject({ opened: 0, reopened: 0 });
    expect(await only()).toMatchObject({ status: "RESOLVED", calls: 20 });
    await expectVerified();
    hours(10);
    expect(await sendAndAnalyse(10)).toMatchObject({ opened: 0, reopened: 1 });
    expect(await only()).toMatchObject({ id, status: "OPEN", reopenedFor: "RECURRENCE", calls: 30 });
    const { rows } = await pool().query(
      "SELECT resolution, resolved_at, resolved_model_id FROM shadow_ai_detections WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ resolution: null, resolved_at: null, resolved_model_id: null }]);
    expect(await recordedEvents()).toEqual(["SHADOW_AI_DETECTION_OPENED", "SHADOW_AI_DETECTION_REOPENED"]);
    expect(await publishedTo(ctx.organisation.id)).toHaveLength(2);
    await expectVerified();
  });

  test("DISMISSED and FALSE_POSITIVE count traffic without an event", async () => {
    for (const change of [
      { status: "DISMISSED", notes: "noise" },
      { status: "RESOLVED", resolution: "FALSE_POSITIVE" },
    ] as const) {
      await tenant();
      await sendAndAnalyse(10);
      await resolve(change);
      hours(100);
      expect(await sendAndAnalyse(10)).toMatchObject({ uses: 1, opened: 0, reopened: 0, raised: 0 });
      expect(await only()).toMatchObject({ status: change.status, calls: 20 });
      await expectVerified();
    }
  });

  test("ONBOARDED counts traffic within the model's allow-list, and opens another detection outside it", async () => {
    await tenant();
    await sendAndAnalyse(10);
    const allowedEndpoints = [{ host: "api.openai.com", ipRanges: ["10.20.30.0/24"] }];
    const model = await registerModel(ctx, { name: "Assistant", provider: "openai", allowedEndpoints });
    const id = await resolve({ status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: model.id });
    hours(2);
    expect(await sendAndAnalyse(10)).toMatchObject({ opened: 0, reopened: 0 });
    expect(await only()).toMatchObject({ id, status: "RESOLVED" });
    hours(2);
    expect(await sendAndAnalyse(10, { client: "10.20.31.1" })).toMatchObject({ opened: 1 });
    expect((await detections()).map(({ status }) => status)).toEqual(["RESOLVED", "OPEN"]);
    await expectVerified();
  });

  describe("a detection outside the allow list", () => {
    const risk = { name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 10 };
    const inside = { client: "10.20.30.5", bytesOut: 1_000 };
    const outside = { client: "10.20.31.5", bytesOut: 7 };

    /** A department with an onboarded use, whose model may use the host from one of two ranges. */
    async function onboarded() {
      await tenant();
      await updateSettings(ctx, { ...defaultSettings, departments: [risk] });
      await sendAndAnalyse(10, inside);
      await sendAndAnalyse(10, outside);
      const allowedEndpoints = [{ host: "api.openai.com", ipRanges: ["10.20.30.0/24"] }];
      const model = await registerModel(ctx, { name: "Assistant", provider: "openai", allowedEndpoints });
      await resolve({ status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: model.id });
      return model;
    }

    test("counts only the traffic outside it since the use was onboarded", async () => {
      await onboarded();
      hours(2);
      await sendAndAnalyse(40, inside);
      expect(await sendAndAnalyse(3, outside)).toMatchObject({ opened: 1 });
      const [, opened] = await detections();
      if (!opened) throw new Error("no detection was opened");
      const shown = async () => (await getDetection(ctx, opened.id)).detection;
      const since = new Date(clock.nowMs - 3_600_000).toISOString();
      expect(await shown()).toMatchObject({
        reopenedFor: "OUTSIDE_ALLOWLIST",
        details: {
          estimatedCallVolume: 3,
          bytesOut: 21,
          internalIpRanges: ["10.20.31.x"],
          firstSeenAt: since,
          registeredWithService: false,
        },
      });
      hours(1);
      await sendAndAnalyse(40, inside);
      await sendAndAnalyse(2, outside);
      const { details, activity, verified } = await shown();
      expect(details).toMatchObject({ estimatedCallVolume: 5, bytesOut: 35, internalIpRanges: ["10.20.31.x"] });
      expect(activity.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
      expect(verified).toBe(true);
      await expectVerified();
    });

    test("is opened when an entry is removed, with the traffic since the use was onboarded", async () => {
      const { id } = await onboarded();
      hours(2);
      await sendAndAnalyse(4, inside);
      await updateModel(ctx, id, { allowedEndpoints: [] });
      await reassessUses(ctx.organisation.id, clock);
      expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ opened: 1 });
      const [, opened] = await detections();
      expect(opened).toMatchObject({ reopenedFor: "OUTSIDE_ALLOWLIST", calls: 4, registered: false });
    });
  });

  test("an exception is breached in the hour in which it was approved", async () => {
    await tenant();
    await sendAndAnalyse(10);
    await resolve({ status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "a trial" });
    const soon = (count: number) =>
      importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(nativeLines(count, {}, clock.nowMs + 1_000))] });
    await soon(30);
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ reopened: 0 });
    await soon(31);
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ reopened: 1 });
    expect(await only()).toMatchObject({ status: "OPEN", reopenedFor: "EXCEPTION_BREACHED", calls: 41 });
    await expectVerified();
  });

  test("a day with many times the approved calls breaches an exception", async () => {
    await tenant();
    await sendAndAnalyse(10);
    await resolve({ status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "a trial" });
    hours(24);
    expect(await sendAndAnalyse(10)).toMatchObject({ reopened: 0 });
    hours(24);
    expect(await sendAndAnalyse(400)).toMatchObject({ reopened: 1 });
    expect(await only()).toMatchObject({ status: "OPEN", reopenedFor: "EXCEPTION_BREACHED" });
    await expectVerified();
  });
});

test("opens no detection for a use that a registered model covers", async () => {
  await tenant();
  const allowedEndpoints = [{ host: "api.openai.com" }];
  await registerModel(ctx, { name: "Assistant", provider: "openai", allowedEndpoints });
  expect(await sendAndAnalyse(50)).toMatchObject({ uses: 1, opened: 0 });
  expect(await detections()).toEqual([]);
});

test("a changed allow list changes an open detection and its severity, with an event", async () => {
  await tenant();
  await updateSettings(ctx, {
    ...defaultSettings,
    departments: [{ name: "Risk", ranges: ["10.0.0.0/8"], sensitivity: 0, regulatedData: true }],
  });
  await sendAndAnalyse(5);
  const before = await only();
  expect(before).toMatchObject({ registered: false, severity: "CRITICAL" });
  const allowedEndpoints = [{ host: "api.openai.com" }];
  const { id } = await registerModel(ctx, { name: "Assistant", provider: "openai", allowedEndpoints });
  await reassessUses(ctx.organisation.id, clock);
  expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 1, opened: 0, reopened: 0, raised: 0 });
  const covered = await only();
  expect(covered).toMatchObject({ status: "OPEN", registered: true });
  expect(covered.assessment.score).toBeLessThan(before.assessment.score);
  expect(covered.severity).not.toBe("CRITICAL");
  await updateModel(ctx, id, { archived: true });
  await reassessUses(ctx.organisation.id, clock);
  await analyseUses(ctx.organisation.id, clock);
  expect(await only()).toMatchObject({ registered: false, severity: "CRITICAL" });
  expect(await recordedEvents()).toEqual([
    "SHADOW_AI_DETECTION_OPENED",
    "SHADOW_AI_ALLOW_LIST_APPLIED",
    "SHADOW_AI_ALLOW_LIST_APPLIED",
  ]);
  await expectVerified();
});

test("DNS queries alone are counted by day", async () => {
  await tenant();
  const dns = { vantage: "DNS", url: null, method: null, status: null, userAgent: null };
  await sendAndAnalyse(25, { ...dns, bytesOut: null, bytesIn: null, durationMs: null });
  const { id } = await only();
  const { detection } = await getDetection(ctx, id);
  expect(detection.source).toBe("DNS");
  expect(detection.activity.at(-1)).toEqual({ date: "2026-11-20", calls: 0, dnsQueries: 25, bytesOut: 0 });
});

test("an archived model covers no use", async () => {
  await tenant();
  const { id } = await registerModel(ctx, { name: "Old", allowedEndpoints: [{ host: "api.openai.com" }] });
  await updateModel(ctx, id, { archived: true });
  expect(await sendAndAnalyse(5)).toMatchObject({ opened: 1 });
});

describe("host overrides", () => {
  test("skip an ignored host in new logs and existing traffic", async () => {
    await tenant();
    await sendAndAnalyse(5);
    const before = await only();
    await putOverride(ctx, "api.openai.com", { ignore: true });
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 1, opened: 0 });
    hours(1);
    expect(await sendAndAnalyse(5)).toMatchObject({ uses: 0 });
    expect(await only()).toEqual(before);
  });

  test("turn an unknown host into an AI service immediately", async () => {
    await tenant();
    await putOverride(ctx, "*.example.net", {
      provider: { id: "example-ai", name: "Example AI" },
      category: "LLM_API",
    });
    await sendAndAnalyse(5, { host: "llm.example.net", url: "/", userAgent: null });
    const score = (await only()).assessment.score;
    await putOverride(ctx, "*.example.net", {
      provider: { id: "example-ai", name: "Example AI" },
      category: "LLM_API",
      trainsOnInputs: "YES",
    });
    await analyseUses(ctx.organisation.id, clock);
    expect((await only()).assessment.score).toBeGreaterThan(score);
    await expectVerified();
  });
});

test("changed settings apply to existing traffic", async () => {
  await tenant();
  await updateSettings(ctx, { ...defaultSettings, opening: { ...defaultSettings.opening, apiCalls: 100 } });
  await sendAndAnalyse(50);
  expect(await detections()).toEqual([]);
  await updateSettings(ctx, defaultSettings);
  expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ opened: 1 });
});

test("analyses many uses in pages", { tags: "full" }, async () => {
  await tenant();
  const provider = { id: "example-ai", name: "Example AI" };
  await putOverride(ctx, "*.example.net", { provider, category: "LLM_API" });
  const lines = Array.from({ length: 120 }, (_, i) => nativeLine({ host: `llm-${i}.example.net` }));
  await importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(lines)] });
  expect(await analyseUses(ctx.organisation.id, clock)).toEqual({ uses: 120, opened: 120, reopened: 0, raised: 0 });
  await expectVerified();
});

test("requests a lost analysis again when capacity is available", async () => {
  await tenant();
  const { id } = ctx.organisation;
  await importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(nativeLines(3))] });
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await sweepChangedUses(clock);
  expect(await waiting(id, "shadow-ai/traffic.added")).toEqual([]);
  clock.nowMs += 6 * 60_000;
  await sweepChangedUses(clock);
  expect(await waiting(id, "shadow-ai/traffic.added")).toEqual([{ organisationId: id }]);
});
