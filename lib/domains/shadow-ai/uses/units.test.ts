import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { registerModel, updateModel } from "@/lib/domains/models";
import {
  analyseUses,
  getDetection,
  importLog,
  listDetections,
  reassessUses,
  sweepChangedUses,
  undoStep,
  updateDetection,
} from "@/lib/domains/shadow-ai";
import { modelShapes, recordsOf, seeded } from "@/lib/domains/shadow-ai/detect/testing/traffic-shapes";
import { ListDetections, type ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { eventsAbout, findingsOf } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLine } from "@/lib/domains/shadow-ai/testing/logs";
import { findDays } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { findChangedUnits } from "@/lib/domains/shadow-ai/uses/use-store";
import { waiting } from "@/lib/domains/webhooks/testing/deliveries";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const hosts = ["api.openai.com", "api.anthropic.com", "api.mistral.ai"];
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock(Date.parse("2026-11-20T12:00:00.000Z"));
  ctx = await createTestContext(clock);
});

const hours = (count: number) => {
  clock.nowMs += count * 3_600_000;
};

/** Lines of an hour ago, `calls` from each range, whose numbers are the third octets of its addresses. */
function linesFrom(ranges: number[], { host = "api.openai.com", calls = 1, secondsAgo = 3_600 } = {}): string[] {
  const startMs = clock.nowMs - secondsAgo * 1_000;
  return ranges.flatMap((range) =>
    Array.from({ length: calls }, (_, n) =>
      nativeLine({ client: `10.20.${range}.7`, host, at: new Date(startMs + n * 1_000).toISOString() }),
    ),
  );
}

async function send(lines: string[], from: Context = ctx): Promise<void> {
  await importLog(from, { source: "proxy", via: "API", inputs: [inputOf(lines)], leaveAnalysis: true });
}

async function sendAndAnalyse(...given: Parameters<typeof linesFrom>) {
  await send(linesFrom(...given));
  return analyseUses(ctx.organisation.id, clock);
}

const upTo = (count: number) => Array.from({ length: count }, (_, range) => range);

/** Oldest first. */
async function detections(of: Context = ctx): Promise<ShadowAiDetection[]> {
  return (await listDetections(of, ListDetections.parse({ limit: "100", order: "asc" }))).data;
}

async function show(id: string | undefined) {
  return (await getDetection(ctx, id ?? "")).detection;
}

/** Every row matches the state sealed on the chain, and its last event. */
async function expectVerified(): Promise<void> {
  const { findings } = await verifyStoredChain({ organisationId: ctx.organisation.id });
  expect(findings).toEqual([]);
  for (const { id } of await detections()) expect((await show(id)).verified).toBe(true);
  expect(await findingsOf(ctx.organisation.id)).toEqual([]);
}

/** The days of each unit are the merged days of its uses. */
async function expectMergedDays(): Promise<void> {
  await inTransaction(undefined, async (tx) => {
    const { id } = ctx.organisation;
    await pool().query("UPDATE shadow_ai_uses SET changed_at = now() WHERE organisation_id = $1", [id]);
    const units = await findChangedUnits(tx, id, { units: 10, uses: 500 });
    expect(units.size).toBeGreaterThan(0);
    for (const [unit, uses] of units) {
      const part = (fingerprint: string) => ({ key: "unit", fingerprint, since: "2026-01-01T00:00:00.000Z" });
      const separate = await findDays(
        tx,
        id,
        uses.map(({ fingerprint }) => part(fingerprint)),
      );
      expect(await findDays(tx, id, [part(unit)])).toEqual(separate);
    }
  });
}

async function resolve(id: string | undefined, change: Parameters<typeof updateDetection>[2]): Promise<void> {
  await updateDetection(ctx, id ?? "", { ...change, investigate: true });
}

describe("ranges without a department", () => {
  test("share a detection of each host, with the traffic of each range", async () => {
    await send(hosts.flatMap((host, n) => linesFrom(upTo(60), { host, calls: n + 1 })));
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 180, opened: 3 });
    const found = await detections();
    expect(found.map(({ details }) => [details.endpoint, details.estimatedCallVolume]).sort()).toEqual([
      ["api.anthropic.com", 120],
      ["api.mistral.ai", 180],
      ["api.openai.com", 60],
    ]);
    hours(1);
    await sendAndAnalyse([3], { calls: 5 });
    const openai = await show(found.find(({ details }) => details.endpoint === "api.openai.com")?.id);
    expect(openai.details.estimatedCallVolume).toBe(65);
    expect(openai.details.internalIpRanges).toHaveLength(60);
    expect(openai.clientRanges).toHaveLength(60);
    expect(openai.clientRanges.slice(0, 2)).toMatchObject([
      { range: "10.20.3.x", calls: 6, lastSeenAt: new Date(clock.nowMs - 3_596_000).toISOString() },
      { range: "10.20.0.x", calls: 1, bytesOut: 2_000 },
    ]);
    expect(openai.activity.at(-1)).toMatchObject({ calls: 65 });
    await expectVerified();
  });

  test("have the same daily statistics merged as separately", async () => {
    for (const days of [0, 1, 2]) {
      const lines = linesFrom(upTo(12), { calls: 3 - days });
      await send([...lines, ...linesFrom([days], { calls: 20 })]);
      hours(24);
    }
    await expectMergedDays();
  });

  test("share a detection with traffic without a client address", async () => {
    await send([...linesFrom([1]), nativeLine({ client: null, at: "2026-11-20T11:00:00.000Z" })]);
    await analyseUses(ctx.organisation.id, clock);
    const [found, ...others] = await detections();
    expect(others).toEqual([]);
    expect(found?.details).toMatchObject({ estimatedCallVolume: 2, internalIpRanges: ["10.20.1.x"] });
    expect((await show(found?.id)).clientRanges.map(({ range }) => range)).toEqual([null, "10.20.1.x"]);
  });

  test("are sorted by calls and address, limited to 250, and returned with the daily traffic of all", async () => {
    const prefixes = ["10", "9a", "10a", "fd00", "2001:db8", "2001:d8", "2001:d10", "2001:e", "10:20"];
    const ipv6 = prefixes.map((prefix) => `${prefix}:0:0`.split(":").slice(0, 3).join(":").concat("::"));
    const networks = [...upTo(256).map((n) => `10.20.${n}.`), ...ipv6];
    const busy = ["10.20.200.", "fd00:0:0::"];
    const lineOf = (network: string | null, second: number) =>
      nativeLine({ client: network && `${network}7`, at: `2026-11-20T11:00:0${second}.000Z` });
    const lines = [
      ...[...networks, null].map((one) => lineOf(one, 1)),
      ...[...busy, null].map((one) => lineOf(one, 2)),
    ];
    await send(lines);
    await analyseUses(ctx.organisation.id, clock);
    const [found] = await detections();
    const { clientRanges, activity } = await show(found?.id);
    const most = ["", "10.20.200.x", "fd00:0:0::x"];
    const others = networks.map((network) => `${network}x`).filter((range) => !most.includes(range));
    const sorted = [...most, ...others.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))];
    expect(clientRanges.map(({ range }) => range ?? "")).toEqual(sorted.slice(0, 250));
    expect(clientRanges.map(({ calls }) => calls).slice(0, 4)).toEqual([2, 2, 2, 1]);
    expect(activity.at(-1)).toMatchObject({ calls: lines.length });
  });

  test("are counted once by parallel imports and analyses", async () => {
    const logs = [linesFrom(upTo(20)), linesFrom(upTo(30)), linesFrom([40], { calls: 9 })];
    await Promise.all(logs.map((lines) => sendInParallel(lines)));
    await analyseUses(ctx.organisation.id, clock);
    expect((await detections()).map(({ details }) => details.estimatedCallVolume)).toEqual([39]);
    await expectVerified();
  });

  const sendInParallel = async (lines: string[]) => {
    await send(lines);
    await analyseUses(ctx.organisation.id, clock);
  };

  test("are detected together by their behaviour", async () => {
    const window = (range: number) =>
      recordsOf(modelShapes["streamed API calls"](seeded(range))).map((record) => {
        const { bytesOut, bytesIn, packetsOut, packetsIn, durationMs } = record;
        const at = new Date(clock.nowMs - 7_200_000 + (record.atMs % 300_000)).toISOString();
        const sizes = { bytesOut, bytesIn, packetsOut, packetsIn, durationMs };
        const host = { vantage: "NETWORK_TRAFFIC", host: "llm.brightloom.example", port: 443 };
        return JSON.stringify({ at, client: `10.20.${range}.7`, ...host, ...sizes });
      });
    await send([...window(1), ...window(2)]);
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 2, opened: 0 });
    await send(window(3));
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 1, opened: 1 });
    expect(await detections()).toMatchObject([{ source: "BEHAVIOURAL_ANALYSIS" }]);
    await expectVerified();
  });
});

describe("an allow list that covers some ranges", () => {
  const allowing = (ipRanges: string[]) => ({ allowedEndpoints: [{ host: "api.openai.com", ipRanges }] });

  test("excludes them from the detection, regardless of their number", async () => {
    await registerModel(ctx, { name: "Assistant", ...allowing(["10.20.0.0/18"]) });
    expect(await sendAndAnalyse(upTo(60))).toMatchObject({ uses: 60, opened: 0 });
    expect(await sendAndAnalyse([70, 71], { calls: 3 })).toMatchObject({ opened: 1 });
    hours(1);
    await sendAndAnalyse([1, 70], { calls: 2 });
    const [found, ...others] = await detections();
    expect(others).toEqual([]);
    expect(found?.details).toMatchObject({
      estimatedCallVolume: 8,
      internalIpRanges: ["10.20.70.x", "10.20.71.x"],
      registeredWithService: false,
    });
    expect((await show(found?.id)).activity.at(-1)).toMatchObject({ calls: 8 });
    await expectVerified();
  });

  test("does not remove a range that the detection already counts", async () => {
    await sendAndAnalyse([1, 2], { calls: 4 });
    await registerModel(ctx, { name: "Assistant", ...allowing(["10.20.1.0/24"]) });
    await reassessUses(ctx.organisation.id, clock);
    hours(1);
    await sendAndAnalyse([1, 2]);
    const [found] = await detections();
    expect(found?.details).toMatchObject({ estimatedCallVolume: 10, registeredWithService: false });
    expect(found?.details.internalIpRanges).toEqual(["10.20.1.x", "10.20.2.x"]);
    await expectVerified();
  });

  test("opens a detection with only the other ranges after the use was onboarded", async () => {
    await sendAndAnalyse(upTo(60));
    const [first] = await detections();
    const model = await registerModel(ctx, { name: "Assistant", ...allowing(["10.20.0.0/18"]) });
    await resolve(first?.id, { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: model.id });
    hours(2);
    expect(await sendAndAnalyse(upTo(60), { calls: 2 })).toMatchObject({ opened: 0 });
    hours(2);
    expect(await sendAndAnalyse([1, 80, 81], { calls: 3 })).toMatchObject({ opened: 1 });
    hours(1);
    await sendAndAnalyse([2, 80]);
    const [onboarded, outside] = await detections();
    expect(onboarded?.status).toBe("RESOLVED");
    expect(outside).toMatchObject({
      reopenedFor: "OUTSIDE_ALLOWLIST",
      details: { estimatedCallVolume: 7, internalIpRanges: ["10.20.80.x", "10.20.81.x"] },
    });
    expect((await show(outside?.id)).clientRanges).toMatchObject([
      { range: "10.20.80.x", calls: 4 },
      { range: "10.20.81.x", calls: 3 },
    ]);
    await updateModel(ctx, model.id, allowing(["10.20.0.0/18", "10.20.80.0/24"]));
    await reassessUses(ctx.organisation.id, clock);
    await sendAndAnalyse([81], { calls: 9 });
    // Six of the nine lines are new.
    expect((await show(outside?.id)).details).toMatchObject({ estimatedCallVolume: 16 });
    await expectVerified();
  });

  test("an exception is breached only by traffic that the list does not cover", async () => {
    await registerModel(ctx, { name: "Assistant", ...allowing(["10.20.1.0/24"]) });
    await sendAndAnalyse([1, 2], { calls: 5 });
    const [found] = await detections();
    await resolve(found?.id, { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "a trial" });
    // In the hour of the approval.
    expect(await sendAndAnalyse([1], { calls: 100, secondsAgo: -1 })).toMatchObject({ reopened: 0 });
    hours(24);
    expect(await sendAndAnalyse([1], { calls: 100 })).toMatchObject({ reopened: 0 });
    expect(await sendAndAnalyse([2], { calls: 15 })).toMatchObject({ reopened: 0 });
    hours(24);
    expect(await sendAndAnalyse([2, 3], { calls: 9 })).toMatchObject({ reopened: 1 });
    expect(await detections()).toMatchObject([{ reopenedFor: "EXCEPTION_BREACHED" }]);
    await expectVerified();
  });

  test("an exception is breached in the hour in which it was approved", async () => {
    await sendAndAnalyse([1, 2], { calls: 5 });
    const [found] = await detections();
    await resolve(found?.id, { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "a trial" });
    expect(await sendAndAnalyse([1, 2], { calls: 15, secondsAgo: -1 })).toMatchObject({ reopened: 0 });
    expect(await sendAndAnalyse([3], { calls: 1, secondsAgo: -1 })).toMatchObject({ reopened: 1 });
  });
});

test("a stopped use recurs with traffic from another range", async () => {
  await sendAndAnalyse([1, 2]);
  const [found] = await detections();
  await resolve(found?.id, { status: "RESOLVED", resolution: "STOPPED" });
  hours(20);
  expect(await sendAndAnalyse([3])).toMatchObject({ reopened: 0, opened: 0 });
  hours(20);
  expect(await sendAndAnalyse([3])).toMatchObject({ reopened: 1, opened: 0 });
  expect(await detections()).toMatchObject([{ id: found?.id, status: "OPEN", reopenedFor: "RECURRENCE" }]);
  await expectVerified();
});

describe("detections of earlier versions", () => {
  /** Opens a detection for each range, as earlier versions did, one group after the other. Returns them, oldest first. */
  async function openEach(groups: number[][], of: Context = ctx): Promise<string[]> {
    for (const ranges of groups) {
      await send(linesFrom(ranges), of);
      const sql = "UPDATE shadow_ai_uses SET unit = fingerprint WHERE organisation_id = $1";
      await pool().query(sql, [of.organisation.id]);
      await analyseUses(of.organisation.id, clock);
      clock.nowMs += 1_000;
    }
    const sql = `DELETE FROM shadow_ai_days days WHERE organisation_id = $1 AND NOT EXISTS (
      SELECT 1 FROM shadow_ai_uses uses WHERE uses.fingerprint = days.fingerprint)`;
    await pool().query(sql, [of.organisation.id]);
    return (await detections(of)).map(({ id }) => id);
  }

  /** The first analysis of this version. */
  async function upgrade(of: Context = ctx) {
    await pool().query("UPDATE shadow_ai_uses SET unit = NULL WHERE organisation_id = $1", [of.organisation.id]);
    return analyseUses(of.organisation.id, clock);
  }

  test("are merged into the oldest, and keep their history on the chain", async () => {
    const [oldest, ...others] = await openEach([[1], [2], [3]]);
    await updateDetection(ctx, others[0] ?? "", {
      status: "INVESTIGATING",
      assignedTo: "ada@example.com",
      notes: "Asked.",
    });
    expect(await upgrade()).toMatchObject({ opened: 0, reopened: 0 });
    const after = await detections();
    expect(after.map(({ id, status, mergedIntoId }) => [id, status, mergedIntoId])).toEqual([
      [oldest, "OPEN", null],
      [others[0], "DISMISSED", oldest],
      [others[1], "DISMISSED", oldest],
    ]);
    expect(after.map(({ details }) => details.internalIpRanges)).toEqual([
      ["10.20.1.x", "10.20.2.x", "10.20.3.x"],
      ["10.20.2.x"],
      ["10.20.3.x"],
    ]);
    expect(after.map(({ details }) => details.estimatedCallVolume)).toEqual([3, 1, 1]);
    expect(after[1]).toMatchObject({ assignedTo: "ada@example.com", notes: "Asked." });
    expect(after[2]?.notes).toContain(oldest);
    await expectMergedDays();
    const kinds = async (id = "") => (await eventsAbout(ctx, id)).map(({ payload }) => payload?.kind);
    expect(await kinds(oldest)).toEqual(["SHADOW_AI_DETECTION_OPENED", "SHADOW_AI_DETECTIONS_MERGED"]);
    expect(await kinds(others[0])).toEqual([
      "SHADOW_AI_DETECTION_OPENED",
      "SHADOW_AI_TRIAGE",
      "SHADOW_AI_DETECTIONS_MERGED",
    ]);
    const [, , event] = await eventsAbout(ctx, others[0] ?? "");
    expect(event).toMatchObject({ severity: "INFO", payload: { mergedIntoId: oldest, status: "DISMISSED" } });
    await expectVerified();
    await reassessUses(ctx.organisation.id, clock);
    expect(await analyseUses(ctx.organisation.id, clock)).toMatchObject({ uses: 3, opened: 0 });
    expect((await detections()).map(({ updatedAt }) => updatedAt)).toEqual(after.map(({ updatedAt }) => updatedAt));
  });

  test("keep the traffic of a range that the allow list covers before the merge", async () => {
    await openEach([[1], [2]]);
    const allowedEndpoints = [{ host: "api.openai.com", ipRanges: ["10.20.2.0/24"] }];
    await registerModel(ctx, { name: "Assistant", allowedEndpoints });
    await upgrade();
    const [open] = await detections();
    expect(open?.details).toMatchObject({ estimatedCallVolume: 2, internalIpRanges: ["10.20.1.x", "10.20.2.x"] });
    await expectVerified();
  });

  test("that were merged cannot be reopened or undone", async () => {
    const [oldest, other = ""] = await openEach([[1], [2]]);
    await updateDetection(ctx, other, { status: "INVESTIGATING" });
    await upgrade();
    const reopening = updateDetection(ctx, other, { status: "INVESTIGATING" });
    await expect(reopening).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining(oldest ?? "") });
    await expect(undoStep(ctx, other)).rejects.toMatchObject({ code: "conflict" });
  });

  test("keep the reason for which the service reopened one of them", async () => {
    const [oldest, other] = await openEach([[1], [2]]);
    await resolve(other, { status: "RESOLVED", resolution: "STOPPED" });
    hours(40);
    expect(await sendAndAnalyse([2])).toMatchObject({ reopened: 1 });
    await upgrade();
    expect(await show(oldest)).toMatchObject({ status: "OPEN", reopenedFor: "RECURRENCE", verified: true });
    await expectVerified();
  });

  test("that were resolved or dismissed keep their range", async () => {
    const [stopped, dismissed, open] = await openEach([[1], [2], [3]]);
    await resolve(stopped, { status: "RESOLVED", resolution: "STOPPED" });
    await resolve(dismissed, { status: "DISMISSED", notes: "a test machine" });
    const before = await detections();
    await upgrade();
    expect(await detections()).toEqual([...before.slice(0, 2), expect.objectContaining({ id: open, status: "OPEN" })]);
    hours(40);
    expect(await sendAndAnalyse([1, 2, 3, 4])).toMatchObject({ opened: 0, reopened: 1 });
    const after = await detections();
    expect(after.map(({ status, reopenedFor }) => [status, reopenedFor])).toEqual([
      ["OPEN", "RECURRENCE"],
      ["DISMISSED", null],
      ["OPEN", null],
    ]);
    expect(after.map(({ details }) => details.internalIpRanges)).toEqual([
      ["10.20.1.x"],
      ["10.20.2.x"],
      ["10.20.3.x", "10.20.4.x"],
    ]);
    await expectVerified();
  });

  test.each([
    ["ends if one of them is not snoozed", 1, null],
    ["continues if all of them are snoozed", 3, "2026-11-25T12:00:00.000Z"],
  ])("the snooze of the oldest %s", async (_, snoozed, until) => {
    const [oldest, ...others] = await openEach([[1], [2], [3]]);
    for (const id of [oldest, ...others].slice(0, snoozed)) {
      await updateDetection(ctx, id ?? "", { snooze: { until: "2026-11-25T12:00:00.000Z" } });
    }
    await upgrade();
    expect((await show(oldest)).snooze?.until ?? null).toBe(until);
    expect((await eventsAbout(ctx, oldest ?? "")).at(-1)?.payload?.snoozedUntil ?? null).toBe(until);
    await expectVerified();
  });

  test("are merged in several steps, without new traffic", { tags: "full" }, async () => {
    const [oldest] = await openEach([upTo(250)]);
    await pool().query("UPDATE shadow_ai_uses SET unit = NULL WHERE organisation_id = $1", [ctx.organisation.id]);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await sweepChangedUses(clock);
    expect(await waiting(ctx.organisation.id, "shadow-ai/traffic.added")).toHaveLength(1);
    await Promise.all([analyseUses(ctx.organisation.id, clock), analyseUses(ctx.organisation.id, clock)]);
    const { summary, data } = await listDetections(ctx, ListDetections.parse({ status: "OPEN" }));
    expect(summary).toMatchObject({ open: 1, dismissed: 249 });
    expect(data).toMatchObject([{ id: oldest, details: { estimatedCallVolume: 250 } }]);
    await expectVerified();
  });

  test("are merged within their organisation only", async () => {
    const other = await createTestContext(clock);
    const theirs = await openEach([[1], [2]], other);
    const [oldest, merged] = await openEach([[1], [2]]);
    await upgrade();
    expect((await detections(other)).map(({ id, status }) => [id, status])).toEqual(theirs.map((id) => [id, "OPEN"]));
    expect((await detections()).map(({ mergedIntoId }) => mergedIntoId)).toEqual([null, oldest]);
    await expect(getDetection(other, merged ?? "")).rejects.toMatchObject({ code: "not_found" });
    await upgrade(other);
    expect((await detections(other)).map(({ mergedIntoId }) => mergedIntoId)).toEqual([null, theirs[0]]);
  });
});
