import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { appendInTransaction, getCheckpoint, listEvents, verifyChain } from "@/lib/domains/audit-chain";
import { placeOf, recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { generatePackage } from "@/lib/domains/evidence";
import { issuePackage, requestOf, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { startSession } from "@/lib/domains/members";
import { listModels, registerModel } from "@/lib/domains/models";
import { readOverview } from "@/lib/domains/overview";
import { Overview } from "@/lib/domains/overview/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { importLog, listDetections, updateDetection, updateDetections } from "@/lib/domains/shadow-ai";
import type { Severity } from "@/lib/domains/shadow-ai/enums";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import { openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { inputOf, nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import type { Context } from "@/lib/platform/core/context";
import type { Scope } from "@/lib/platform/core/roles";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const directory = temporaryDirectory();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Friday. */
const startMs = Date.parse("2026-11-20T12:00:00.000Z");
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.DATA_DIR = directory;
});

beforeEach(async () => {
  clock = createTestClock(startMs);
  ctx = await createTestContext(clock);
});

/** Reads a second later, so that changes are visible. */
async function read(as: Context = ctx): Promise<Overview> {
  clock.nowMs += 1_000;
  const overview = await readOverview({ ...as, clock });
  expect(Overview.parse(overview)).toEqual(overview);
  return overview;
}

function append(count = 1): Promise<unknown> {
  const event = { eventType: "CONFIG_CHANGE" as const, payload: {} };
  return inTransaction(undefined, (tx) =>
    appendInTransaction(
      ctx,
      tx,
      Array.from({ length: count }, () => event),
    ),
  );
}

async function at<T>(ms: number, work: () => Promise<T>): Promise<T> {
  clock.nowMs = ms;
  return work();
}

/** Opens a detection in the past. */
async function openAgo(ageMs: number, given: { severity?: Severity; provider?: string; calls?: number } = {}) {
  const nowMs = clock.nowMs;
  const [opened] = await at(startMs - ageMs, () =>
    openDetections({ ctx, organisationId: ctx.organisation.id }, [{ ...given, monthlyCostCents: 250 }]),
  );
  clock.nowMs = nowMs;
  if (!opened) throw new Error("no detection was opened");
  return opened;
}

test("a new organisation has an empty overview", async () => {
  const { chain, events, checklist, ...rest } = await read();
  expect(chain).toEqual({
    state: "NOT_CHECKED",
    headPosition: 0,
    verifiedFrom: null,
    verifiedTo: null,
    verifiedAt: null,
    fullyVerifiedAt: null,
    openFindings: 0,
    firstBreak: null,
    lastCheckpointAt: null,
    cosignedTo: null,
  });
  expect(events).toMatchObject({ last24h: 0, previous24h: 0 });
  expect(checklist).toEqual({ hasSource: false, hasModel: false, hasPackage: false });
  expect(rest.detections).toEqual({ new24h: 0, new7d: 0, previous7d: 0, open: 0, investigating: 0, top: [] });
  expect(rest.queue).toEqual({
    overdue: 0,
    dueThisWeek: 0,
    assignedToMe: 0,
    exceptionsEnding14d: 0,
    exceptionRequests: 0,
  });
  expect(rest.sensors).toEqual({ sources: [], silent: 0 });
  expect(rest.evidence?.generating).toBe(0);
  expect(rest.evidence?.frameworks.map(({ packageId }) => packageId)).toEqual([null, null, null]);
  expect(rest.trends?.weekly).toHaveLength(12);
  expect(rest.trends).toMatchObject({ medianDecisionHours: null, providers: [] });
});

describe("the chain state", () => {
  test("is INTACT for 26 hours after a verification of the full chain", async () => {
    await append(3);
    await verifyChain(ctx, VerifyChain.parse({ from: 1, to: 2 }));
    expect((await read()).chain.state).toBe("NOT_CHECKED");
    await verifyChain(ctx, VerifyChain.parse({}));
    const verifiedAt = new Date(clock.nowMs).toISOString();
    const range = { verifiedFrom: 1, verifiedTo: 3, verifiedAt, fullyVerifiedAt: verifiedAt };
    const intact = { state: "INTACT", ...range, headPosition: 3, openFindings: 0, firstBreak: null };
    // A verification appends an event.
    expect((await read()).chain).toMatchObject({ ...intact, headPosition: 4 });
    await append();
    expect((await read()).chain).toMatchObject({ ...intact, headPosition: 5 });
    clock.nowMs = Date.parse(verifiedAt) + 26 * hourMs - 1_000;
    expect((await read()).chain.state).toBe("INTACT");
    clock.nowMs += 30_000;
    expect((await read()).chain).toMatchObject({ ...intact, state: "UNABLE", headPosition: 5 });
  });

  test("is UNABLE if the last verification was interrupted", async () => {
    await append();
    await verifyChain(ctx, VerifyChain.parse({}));
    await pool().query(
      `INSERT INTO chain_verifications (id, organisation_id, status, mode, events_verified, events_total, attempts,
         created_at, finished_at)
       VALUES ('ver_' || substr($1, 5), $1, 'interrupted', 'full', 0, 1, 5, $2, $2)`,
      [ctx.organisation.id, new Date(clock.nowMs + 1_000)],
    );
    expect((await read()).chain).toMatchObject({ state: "UNABLE", verifiedTo: 1 });
  });

  test("is not affected if only the caller's saved receipt does not match", async () => {
    await append();
    await verifyChain(ctx, VerifyChain.parse({}));
    const blockHash = `sha256:${"a".repeat(64)}`;
    const expectedHead = { organisationId: ctx.organisation.id, chainPosition: 1, blockHash };
    expect(await verifyChain(ctx, VerifyChain.parse({ expectedHead }))).toMatchObject({ status: "failed" });
    expect((await read()).chain.state).toBe("INTACT");
  });

  test("is BROKEN after an event was edited, with the first position", async () => {
    await append(3);
    await edited(2);
    await verifyChain(ctx, VerifyChain.parse({}));
    const { chain } = await read();
    expect(chain).toMatchObject({ state: "BROKEN", firstBreak: { chainPosition: 2, eventId: expect.any(String) } });
    expect(chain.openFindings).toBeGreaterThan(0);
  });

  test("identifies a missing event by its position", async () => {
    const finding = {
      code: "events_missing",
      storedHash: "a",
      computedHash: "b",
      detectedAt: "2026-11-20T12:00:00.000Z",
    };
    for (const chainPosition of [9, 5]) {
      await recordFinding(ctx.organisation.id, { ...finding, eventId: placeOf(chainPosition), chainPosition });
    }
    expect((await read()).chain).toMatchObject({
      state: "BROKEN",
      openFindings: 2,
      firstBreak: { eventId: null, chainPosition: 5, code: "events_missing" },
    });
  });

  test("includes the time of the last checkpoint", async () => {
    await append();
    const { issuedAt } = await getCheckpoint(ctx);
    expect((await read()).chain.lastCheckpointAt).toBe(issuedAt);
  });
});

test("events are counted by their recording time, in hours and UTC days", async () => {
  const past: [number, number][] = [
    [31 * dayMs, 7],
    [29 * dayMs, 1],
    [2 * dayMs + hourMs, 2],
    [30 * hourMs, 3],
    [13 * hourMs, 4],
    [hourMs, 5],
  ];
  for (const [ago, count] of past) await at(startMs - ago, () => append(count));
  clock.nowMs = startMs;
  const { events } = await read();
  expect(events).toMatchObject({ last24h: 9, previous24h: 3 });
  expect(events.perDay).toHaveLength(30);
  expect(events.perDay.filter(({ count }) => count > 0)).toEqual([
    { date: "2026-10-22", count: 1 },
    { date: "2026-11-18", count: 2 },
    { date: "2026-11-19", count: 7 },
    { date: "2026-11-20", count: 5 },
  ]);
  await append(2);
  expect((await read()).events.last24h).toBe(11);
});

describe("alerts", () => {
  const alert = (
    modelId: string,
    ageMs: number,
    severity: Severity = "MEDIUM",
    payload: Record<string, unknown> = {},
  ) =>
    inTransaction(undefined, (tx) => {
      const timestamp = new Date(clock.nowMs - ageMs).toISOString();
      return appendInTransaction(ctx, tx, [{ eventType: "ALERT", modelId, severity, timestamp, payload }]);
    });

  test("of any age are counted by model, most severe first, as in the audit trail", async () => {
    const other = await createTestContext(clock);
    const [scoring, chat, old] = [
      await registerModel(ctx, { name: "Credit scoring" }),
      await registerModel(ctx, { name: "Support chat" }),
      await registerModel(ctx, { name: "Old model" }),
    ];
    await alert(scoring.id, hourMs, "HIGH");
    await alert(old.id, 400 * dayMs, "CRITICAL");
    for (const ageMs of [2 * dayMs, dayMs, 0]) await alert(chat.id, ageMs);
    const system = (await listModels(ctx, { limit: 10 })).data.find((model) => model.system);
    await alert(system?.id ?? "", hourMs, "CRITICAL");
    const { alerts } = await read();
    expect(alerts).toMatchObject({ hasMore: false, total: 3 });
    expect(alerts.models).toMatchObject([
      { modelId: old.id, modelName: "Old model", alerts: 1, highestSeverity: "CRITICAL" },
      { modelId: scoring.id, modelName: "Credit scoring", alerts: 1, highestSeverity: "HIGH" },
      { modelId: chat.id, modelName: "Support chat", alerts: 3, highestSeverity: "MEDIUM" },
    ]);
    for (const { modelId, alerts: count, latestAlertId } of alerts.models) {
      const listed = await listEvents(ctx, { limit: 10, modelId, eventType: "ALERT" });
      expect([listed.pagination.total, listed.data[0]?.id]).toEqual([count, latestAlertId]);
    }
    expect((await read(other)).alerts).toMatchObject({ total: 0, models: [] });
  });

  test("rank models by unresolved alerts, and models with only resolved alerts last", async () => {
    const register = async (name: string) => (await registerModel(ctx, { name })).id;
    const [onlyResolved, both] = [await register("Only resolved"), await register("Resolved and open")];
    const resolved = { resolvedAt: "2026-11-19T10:00:00.000Z" };
    await alert(onlyResolved, hourMs, "CRITICAL", resolved);
    await alert(onlyResolved, hourMs, "HIGH", { resolved: true });
    await alert(both, hourMs, "CRITICAL", { resolvedAt: "2026-11-19" });
    await alert(both, hourMs, "MEDIUM", { resolvedAt: "pending" });
    await alert(await register("Nested member"), hourMs, "HIGH", { ticket: resolved });
    await alert(await register("Only open"), hourMs, "MEDIUM");
    const { alerts } = await read();
    expect(alerts.models).toMatchObject([
      { modelName: "Nested member", alerts: 1, unresolvedAlerts: 1, highestUnresolvedSeverity: "HIGH" },
      { modelName: "Only open", alerts: 1, unresolvedAlerts: 1, highestUnresolvedSeverity: "MEDIUM" },
      { modelName: "Resolved and open", alerts: 2, unresolvedAlerts: 1, highestUnresolvedSeverity: "MEDIUM" },
      { modelName: "Only resolved", alerts: 2, unresolvedAlerts: 0, highestUnresolvedSeverity: null },
    ]);
    const highest = alerts.models.map(({ highestSeverity }) => highestSeverity);
    expect(highest).toEqual(["HIGH", "MEDIUM", "CRITICAL", "CRITICAL"]);
    expect(alerts.total).toBe(4);
  });

  test("are counted up to the latest 500, which the overview states if earlier ones exist", async () => {
    const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
    const many = (count: number) =>
      inTransaction(undefined, (tx) =>
        appendInTransaction(
          ctx,
          tx,
          Array.from({ length: count }, () => ({ eventType: "ALERT" as const, modelId, payload: {} })),
        ),
      );
    await many(500);
    expect((await read()).alerts).toMatchObject({ hasMore: false, models: [{ alerts: 500 }] });
    await many(1);
    expect((await read()).alerts).toMatchObject({ hasMore: true, models: [{ alerts: 500, unresolvedAlerts: 500 }] });
  });
});

describe("detections", () => {
  test("are counted by detection time and status", async () => {
    for (const days of [0.5, 3, 6, 8, 13, 15]) await openAgo(days * dayMs);
    const { id } = await openAgo(hourMs);
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    expect((await read()).detections).toMatchObject({ new24h: 2, new7d: 4, previous7d: 2, open: 6, investigating: 1 });
  });

  test("lists overdue detections first, then the most severe, then the oldest", async () => {
    const overdue = await openAgo(40 * dayMs, { severity: "MEDIUM" });
    const medium = await openAgo(dayMs, { severity: "MEDIUM" });
    const young = await openAgo(dayMs, { severity: "CRITICAL" });
    const old = await openAgo(2 * dayMs, { severity: "CRITICAL" });
    const decided = await openAgo(3 * dayMs, { severity: "CRITICAL" });
    await updateDetection(ctx, decided.id, { status: "INVESTIGATING" });
    await updateDetection(ctx, decided.id, { status: "DISMISSED", notes: "n" });
    await updateDetection(ctx, young.id, { status: "INVESTIGATING" });
    const high = await openAgo(dayMs, { severity: "HIGH" });
    const { detections } = await read();
    expect(detections?.top.map(({ id }) => id)).toEqual([overdue.id, old.id, young.id, high.id, medium.id]);
    for (let n = 0; n < 3; n++) await openAgo(dayMs, { severity: "CRITICAL" });
    expect((await read()).detections?.top).toHaveLength(5);
  });

  test("omits snoozed detections from the first ones to review, unless they are overdue", async () => {
    await openAgo(dayMs, { severity: "HIGH" });
    const overdue = await openAgo(40 * dayMs, { severity: "HIGH" });
    const medium = await openAgo(dayMs, { severity: "MEDIUM" });
    const until = new Date(startMs + 5 * dayMs).toISOString();
    await updateDetections(ctx, { filter: { severity: "HIGH" }, expectedCount: 2, change: { snooze: { until } } });
    expect((await read()).detections).toMatchObject({ open: 3, top: [{ id: overdue.id }, { id: medium.id }] });
  });

  test("trends cover opened, closed and unresolved detections", async () => {
    await openAgo(90 * dayMs, { severity: "HIGH", provider: "Old AI", calls: 5 });
    await openAgo(91 * dayMs, { severity: "HIGH", provider: "Old AI", calls: 5 });
    await openAgo(10 * dayMs, { severity: "CRITICAL", provider: "New AI", calls: 100 });
    const stopped = await openAgo(9 * dayMs, { provider: "Gone AI", calls: 1_000 });
    const dismissed = await openAgo(8 * dayMs, { provider: "Gone AI" });
    for (const { id } of [stopped, dismissed]) await updateDetection(ctx, id, { status: "INVESTIGATING" });
    await at(startMs - 8 * dayMs, () =>
      updateDetection(ctx, stopped.id, { status: "RESOLVED", resolution: "STOPPED" }),
    );
    await at(startMs, () => updateDetection(ctx, dismissed.id, { status: "DISMISSED", notes: "n" }));
    const { trends } = await read();
    expect(trends?.weekly.map(({ week }) => week)).toEqual(
      Array.from({ length: 12 }, (_, i) =>
        new Date(Date.parse("2026-08-31") + i * 7 * dayMs).toISOString().slice(0, 10),
      ),
    );
    expect(trends?.weekly.slice(-2)).toEqual([
      { week: "2026-11-09", opened: 3, closed: 1 },
      { week: "2026-11-16", opened: 0, closed: 1 },
    ]);
    expect(trends?.ageing).toEqual([
      { severity: "CRITICAL", upTo7d: 0, upTo30d: 1, upTo90d: 0, over90d: 0 },
      { severity: "HIGH", upTo7d: 0, upTo30d: 0, upTo90d: 1, over90d: 1 },
      { severity: "MEDIUM", upTo7d: 0, upTo30d: 0, upTo90d: 0, over90d: 0 },
      { severity: "INFO", upTo7d: 0, upTo30d: 0, upTo90d: 0, over90d: 0 },
    ]);
    expect(trends?.medianDecisionHours).toBe((24 + 8 * 24) / 2);
    expect(trends?.providers).toEqual([
      { name: "New AI", detections: 1, callVolume: 100, costUSD: 2.5 },
      { name: "Old AI", detections: 2, callVolume: 10, costUSD: 5 },
    ]);
  });

  test("have running counts that match a full count", async () => {
    const made = [await openAgo(3 * dayMs), await openAgo(40 * dayMs, { severity: "CRITICAL" }), await openAgo(hourMs)];
    for (const { id } of made) await updateDetection(ctx, id, { status: "INVESTIGATING" });
    const [first, second, third] = made.map(({ id }) => id);
    await updateDetection(ctx, first ?? "", { status: "RESOLVED", resolution: "STOPPED" });
    await updateDetection(ctx, second ?? "", { status: "DISMISSED", notes: "n" });
    await updateDetection(ctx, second ?? "", { status: "INVESTIGATING" });
    await pool().query("UPDATE shadow_ai_detections SET severity = 'INFO' WHERE id = $1", [third]);
    const differences = await pool().query(
      `(SELECT 'age', severity, day, detections FROM shadow_ai_age_counts WHERE organisation_id = $1 AND detections <> 0
        UNION ALL SELECT 'closing', '', day, detections FROM shadow_ai_closing_counts
        WHERE organisation_id = $1 AND detections <> 0)
       EXCEPT
       (SELECT 'age', severity, (detected_at AT TIME ZONE 'UTC')::date, count(*) FROM shadow_ai_detections
        WHERE organisation_id = $1 AND status IN ('OPEN', 'INVESTIGATING') GROUP BY 2, 3
        UNION ALL SELECT 'closing', '', (closed_at AT TIME ZONE 'UTC')::date, count(*) FROM shadow_ai_detections
        WHERE organisation_id = $1 AND status IN ('RESOLVED', 'DISMISSED') GROUP BY 3)`,
      [ctx.organisation.id],
    );
    expect(differences.rows).toEqual([]);
    expect((await read()).trends?.ageing.map(({ upTo7d, upTo90d }) => [upTo7d, upTo90d])).toEqual([
      [0, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });
});

test("sources, including new ones, are silent after a day without records", async () => {
  const line = { time: "2026-11-20T11:00:00.000Z" };
  const send = (source: string) =>
    importLog(ctx, { source, via: "API", inputs: [inputOf(nativeLines(2, line, Date.parse(line.time)))] });
  await send("edge");
  await at(startMs, async () =>
    importLog(ctx, { source: "empty", via: "API", inputs: [inputOf([])] }).catch(() => undefined),
  );
  const alive = await read();
  expect(alive.checklist.hasSource).toBe(true);
  expect(alive.sensors?.silent).toBe(0);
  expect(alive.sensors?.sources.find(({ name }) => name === "edge")).toMatchObject({
    silent: false,
    errorRate: 0,
    lagSeconds: expect.any(Number),
  });
  clock.nowMs += 25 * hourMs;
  const later = await read();
  expect(later.sensors?.silent).toBe(later.sensors?.sources.length);
  expect(later.sensors?.sources.every(({ silent }) => silent)).toBe(true);
});

test("shows the latest available package of each framework with its coverage", async () => {
  const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
  const requester = { ctx, clock, organisationId: ctx.organisation.id, modelId };
  await issuePackage(requester);
  clock.nowMs += 1_000;
  const { id: packageId } = await issuePackage(requester);
  await generatePackage(ctx, requestOf(modelId, { framework: "ISO_42001" }));
  clock.nowMs += 1_000;
  const { id: generatingPackageId } = await generatePackage(ctx, requestOf(modelId, { framework: "ISO_42001" }));
  const { evidence, checklist } = await read();
  expect(evidence?.generating).toBe(2);
  expect(evidence?.frameworks.find(({ framework }) => framework === "EU_AI_ACT_ANNEX_IV")).toMatchObject({
    packageId,
    generatingPackageId: null,
    modelId,
    modelName: "Credit scoring",
    coverage: { covered: expect.any(Number), total: expect.any(Number), headline: expect.stringMatching(/ of \d+$/) },
  });
  expect(evidence?.frameworks.find(({ framework }) => framework === "ISO_42001")).toMatchObject({
    packageId: null,
    generatingPackageId,
  });
  expect(checklist).toMatchObject({ hasModel: true, hasPackage: true });
  clock.nowMs += 366 * dayMs;
  expect((await read()).evidence?.frameworks.every(({ packageId: id }) => id === null)).toBe(true);
});

describe("caching", () => {
  test("sections expire after half a minute or with a change of their source", async () => {
    const first = await read();
    const second = await read();
    expect(second.detections).toBe(first.detections);
    expect(second.chain.headPosition).toBe(0);
    await openAgo(0);
    const third = await read();
    expect(third.detections?.open).toBe(1);
    expect(third.evidence?.frameworks).toBe(first.evidence?.frameworks);
    clock.nowMs += 30_000;
    expect((await read()).detections).not.toBe(third.detections);
  });

  test("the first model appears immediately, although models have no revision", async () => {
    expect((await read()).checklist.hasModel).toBe(false);
    await registerModel(ctx, { name: "Credit scoring" });
    expect((await read()).checklist.hasModel).toBe(true);
  });

  test("the counts of the queue equal the totals of the lists that they link to", async () => {
    const ada = await createTestPerson(ctx, "ANALYST");
    const assignedTo = ada.actor.kind === "user" ? ada.actor.email : "";
    for (const days of [6, 20, 40]) await openAgo(days * dayMs, { severity: "HIGH" });
    const snoozed = await openAgo(39 * dayMs, { severity: "HIGH" });
    const until = new Date(startMs + dayMs).toISOString();
    await updateDetection(ctx, snoozed.id, { assignedTo, snooze: { until } });
    const totalOf = async (filter: object) =>
      (await listDetections({ ...ctx, clock }, ListDetections.parse(filter))).pagination.total;
    const { queue } = await read(ada);
    expect(queue?.overdue).toBeGreaterThan(1);
    expect(queue).toMatchObject({
      overdue: await totalOf({ due: "overdue" }),
      dueThisWeek: await totalOf({ due: "week" }),
      assignedToMe: await totalOf({ due: "any", assignedTo }),
    });
  });

  test("the number of assigned detections is per caller", async () => {
    const [ada, ben] = [await createTestPerson(ctx, "ANALYST"), await createTestPerson(ctx, "ANALYST")];
    const { id } = await openAgo(dayMs);
    const assignedTo = ada.actor.kind === "user" ? ada.actor.email : "";
    await updateDetection(ctx, id, { assignedTo });
    expect((await read(ada)).queue?.assignedToMe).toBe(1);
    expect((await read(ben)).queue?.assignedToMe).toBe(0);
    expect((await read(ctx)).queue?.assignedToMe).toBe(0);
  });

  test("does not include data of other organisations", async () => {
    const other = await createTestContext(clock);
    const empty = await read(other);
    await append(3);
    await openAgo(dayMs);
    const { generatedAt: _, ...unchanged } = await read(other);
    expect(unchanged).toEqual({ ...empty, generatedAt: undefined });
  });
});

describe("changes since the previous visit", () => {
  /** Signs a new auditor in, again with each call of `signIn`. */
  async function visitor(organisation: Context) {
    const person = await createTestPerson(organisation, "AUDITOR");
    const member = { id: person.actor.id, organisationId: organisation.organisation.id, passwordHash: null };
    const manner = { method: "OPENID", secondFactor: true, userAgent: "", network: "" } as const;
    return async (): Promise<Context> => {
      const { sessionId } = await startSession(member, manner, clock);
      return { ...person, clock, actor: { ...person.actor, sessionId } as Context["actor"] };
    };
  }

  test("are counted for the member's organisation, and not shown on the first visit", async () => {
    const other = await createTestContext(clock);
    const [signIn, signInOther] = [await visitor(ctx), await visitor(other)];
    await openAgo(dayMs, { severity: "CRITICAL" });
    await append();
    const first = await signIn();
    await signInOther();
    expect((await read(first)).changes).toBeNull();
    clock.nowMs += 8 * dayMs;
    const [since, nowMs] = [new Date(startMs).toISOString(), clock.nowMs];
    await openAgo(-7 * dayMs, { severity: "HIGH" });
    const { id: modelId } = await registerModel(ctx, { name: "Credit scoring" });
    await issuePackage({ ctx, clock, organisationId: ctx.organisation.id, modelId });
    const finding = { code: "hash_mismatch", storedHash: "a", computedHash: "b", chainPosition: 1 };
    await recordFinding(ctx.organisation.id, {
      ...finding,
      eventId: placeOf(1),
      detectedAt: new Date(nowMs).toISOString(),
    });
    clock.nowMs = nowMs;
    const { changes } = await read(await signIn());
    expect(changes).toMatchObject({ since, newDetections: 1, overdueDetections: 1, integrityFindings: 1 });
    expect(changes).toMatchObject({ failedDeliveries: 0, readyPackages: 1 });
    for (const [severity, count] of [
      ["CRITICAL", changes?.criticalEvents],
      ["HIGH", changes?.highEvents],
    ] as const) {
      const { pagination } = await listEvents(ctx, { limit: 1, severity, from: since });
      expect([severity, count]).toEqual([severity, pagination.total]);
    }
    expect((await read(await signInOther())).changes).toEqual({
      since,
      ...{ newDetections: 0, overdueDetections: 0, integrityFindings: 0, failedDeliveries: 0, readyPackages: 0 },
      ...{ criticalEvents: 0, highEvents: 0 },
    });
  });
});

const keys: [Scope[], string[]][] = [
  [
    ["audit:read"],
    ["queue", "detections", "sensors", "trends", "evidence", "changes", "accountChanges", "failingEndpoints"],
  ],
  [
    ["audit:read", "shadow_ai:read"],
    ["evidence", "changes", "accountChanges", "failingEndpoints"],
  ],
  [
    ["audit:read", "evidence:read"],
    ["queue", "detections", "sensors", "trends", "changes", "accountChanges", "failingEndpoints"],
  ],
  [["audit:read", "shadow_ai:read", "evidence:read", "webhooks:read", "admin"], ["changes"]],
];

test.for(keys)("a key with %j does not see %j", async ([scopes, hidden]) => {
  const key: Context = { ...ctx, actor: { kind: "api-key", id: "key_1", name: "K" }, scopes: new Set(scopes) };
  const seen = await read(key);
  expect(Object.entries(seen).flatMap(([name, value]) => (value === null ? [name] : []))).toEqual(
    Object.keys(seen).filter((name) => hidden.includes(name)),
  );
});

/** Edits an event as a database superuser. */
async function edited(chainPosition: number): Promise<void> {
  const superuser = new pg.Client(database.superuserUrl);
  await superuser.connect();
  await superuser.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  await superuser.query(
    "UPDATE audit_events SET content = replace(content, '{', '{ ') WHERE organisation_id = $1 AND chain_position = $2",
    [ctx.organisation.id, chainPosition],
  );
  await superuser.query("ALTER TABLE audit_events ENABLE TRIGGER USER");
  await superuser.end();
}
