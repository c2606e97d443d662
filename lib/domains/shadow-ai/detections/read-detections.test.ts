import { describe, expect, test } from "vitest";
import { findSimilarDetections, listDetections } from "@/lib/domains/shadow-ai/detections/read-detections";
import { requestException } from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { readQueue } from "@/lib/domains/shadow-ai/overview/statistics";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import {
  createAnalyst,
  detectionIn,
  inputsOf,
  openDetection,
  openDetections,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { updateDetection, updateDetections } from "@/lib/domains/shadow-ai/triage/update-detections";
import { pool } from "@/lib/platform/database/db";

const dayMs = 86_400_000;
const analyst = ownAnalyst();

const list = (query: Record<string, string> = {}) => listDetections(analyst.ctx, ListDetections.parse(query));
const idsOf = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);

describe("list filters", () => {
  test.each([
    ["department", "Marketing", { department: "Sales" }],
    ["category", "CHAT_APP", { category: "LLM_API" }],
    ["factor", "AGENTIC_PATTERN", { inputs: inputsOf({ agentic: false }) }],
    ["minConfidence", "0.95", { confidence: 0.949 }],
    ["minCostUSD", "1.1", { costCents: 109 }],
  ])("%s=%s returns matching detections", async (filter, value, without) => {
    const having = { department: "Marketing", category: "CHAT_APP", costCents: 110, confidence: 0.95 };
    const [found] = await openDetections(analyst, [
      { ...having, inputs: inputsOf({ agentic: true }) },
      { ...having, inputs: inputsOf({ agentic: true }), ...without },
    ]);
    const { data, pagination, summary } = await list({ [filter]: value });
    expect(data.map(({ id }) => id)).toEqual([found?.id]);
    expect(pagination.total).toBe(1);
    expect(summary).toEqual({ open: 1, investigating: 0, resolved: 0, dismissed: 0 });
  });

  test("resolution, modelId and assignedTo=none return triaged detections", async () => {
    const { ctx, modelId } = analyst;
    const stopped = await detectionIn(analyst, "RESOLVED");
    const onboarded = await detectionIn(analyst, "INVESTIGATING");
    await updateDetection(ctx, onboarded.id, {
      status: "RESOLVED",
      resolution: "ONBOARDED",
      resolvedModelId: modelId,
      assignedTo: "ada@example.com",
    });
    expect(await idsOf({ resolution: "STOPPED" })).toEqual([stopped.id]);
    expect(await idsOf({ modelId })).toEqual([onboarded.id]);
    expect(await idsOf({ modelId: "mdl_none" })).toEqual([]);
    expect(await idsOf({ assignedTo: "none" })).toEqual([stopped.id]);
    expect(await idsOf({ resolution: "STOPPED", status: "OPEN" })).toEqual([]);
  });

  test("can be combined and apply to bulk changes", async () => {
    const [wanted] = await openDetections(analyst, [
      { department: "Risk", severity: "CRITICAL", costCents: 50_000 },
      { department: "Risk", severity: "CRITICAL", costCents: 10 },
      { department: "Sales", severity: "CRITICAL", costCents: 50_000 },
    ]);
    analyst.clock.nowMs += 6 * dayMs;
    const { updated, results } = await updateDetections(analyst.ctx, {
      filter: { department: "Risk", minCostUSD: 100, minConfidence: 0.5, due: "overdue", assignedTo: "none" },
      expectedCount: 1,
      change: { status: "INVESTIGATING" },
    });
    expect([updated, results.map(({ id }) => id)]).toEqual([1, [wanted?.id]]);
  });
});

describe("deadlines", () => {
  const days = (count: number) => new Date(analyst.clock.nowMs + count * dayMs).toISOString();

  test("follow from severity and settings", async () => {
    const severities = ["CRITICAL", "HIGH", "MEDIUM", "INFO"] as const;
    await openDetections(
      analyst,
      severities.map((severity) => ({ severity, detectedAt: new Date(analyst.clock.nowMs) })),
    );
    const dueOf = async () => (await list()).data.map(({ severity, dueAt }) => [severity, dueAt]);
    expect(await dueOf()).toEqual([
      ["CRITICAL", days(5)],
      ["HIGH", days(10)],
      ["MEDIUM", days(30)],
      ["INFO", days(60)],
    ]);
    await pool().query(
      "INSERT INTO shadow_ai_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())",
      [analyst.organisationId, { slaDays: { HIGH: 2 } }],
    );
    expect((await dueOf())[1]).toEqual(["HIGH", days(2)]);
    expect(await idsOf({ due: "week" })).toHaveLength(2);
  });

  test("end with a decision and restart on reopening", async () => {
    const { ctx, clock } = analyst;
    const { id } = await detectionIn(analyst, "RESOLVED", { severity: "HIGH" });
    clock.nowMs += 20 * dayMs;
    expect((await list()).data[0]?.dueAt).toBeNull();
    expect(await idsOf({ due: "overdue" })).toEqual([]);
    expect(await idsOf({ due: "any" })).toEqual([]);
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    expect((await list()).data[0]?.dueAt).toBe(days(10));
    expect(await idsOf({ due: "any" })).toEqual([id]);
  });

  test("overdue ends now, and week ends in seven days", async () => {
    const { clock } = analyst;
    const { id } = await openDetection(analyst, { severity: "HIGH" });
    const dueMs = clock.nowMs + 10 * dayMs;
    const found = async (atMs: number) => {
      clock.nowMs = atMs;
      return [(await idsOf({ due: "overdue" })).length, (await idsOf({ due: "week", q: "openai" })).length];
    };
    expect(await found(dueMs - 7 * dayMs - 1)).toEqual([0, 0]);
    expect(await found(dueMs - 7 * dayMs)).toEqual([0, 1]);
    expect(await found(dueMs)).toEqual([0, 1]);
    expect(await found(dueMs + 1)).toEqual([1, 0]);
    expect(await idsOf({ due: "overdue" })).toEqual([id]);
  });
});

describe("the queue", () => {
  test("is empty without detections", async () => {
    expect(await readQueue(analyst.ctx)).toEqual({
      overdue: 0,
      dueThisWeek: 0,
      assignedToMe: 0,
      exceptionsEnding14d: 0,
      exceptionRequests: 0,
    });
  });

  test("counts pending detections and those of the caller", async () => {
    const { ctx, clock } = analyst;
    const me = personIn(ctx, "ANALYST");
    const inDays = (days: number) => new Date(clock.nowMs + days * dayMs).toISOString();
    const ends = [5, 14, 15].map(inDays);
    for (const exceptionExpiresAt of ends) {
      const { id } = await detectionIn(analyst, "INVESTIGATING");
      const exception = { resolution: "APPROVED_EXCEPTION", notes: "A trial.", exceptionExpiresAt } as const;
      await updateDetection(ctx, id, { status: "RESOLVED", ...exception });
    }
    const [critical, high] = await openDetections(analyst, [{ severity: "CRITICAL" }, { severity: "HIGH" }]);
    await detectionIn(analyst, "INVESTIGATING", { severity: "CRITICAL" });
    await detectionIn(analyst, "DISMISSED", { severity: "CRITICAL" });
    await updateDetection(ctx, high?.id ?? "", { assignedTo: me.actor.email });
    await requestException(me, critical?.id ?? "", { justification: "A trial." });
    clock.nowMs += 5 * dayMs + 1;
    await openDetections(analyst, [{ severity: "INFO" }, { severity: "CRITICAL" }]);
    const expected = { overdue: 2, dueThisWeek: 2, exceptionsEnding14d: 2, exceptionRequests: 1 };
    expect(await readQueue(me)).toEqual({ ...expected, assignedToMe: 1 });
    expect(await readQueue(ctx)).toEqual({ ...expected, assignedToMe: 0 });
    const ending = await listDetections(ctx, ListDetections.parse({ exceptionEnds: "14d" }));
    expect(ending.data.map(({ exceptionExpiresAt }) => exceptionExpiresAt).toSorted()).toEqual(
      ends.slice(1).toSorted(),
    );
    expect(ending.summary).toEqual({ open: 0, investigating: 0, resolved: 2, dismissed: 0 });
    const stranger = personIn((await createAnalyst()).ctx, "ANALYST");
    expect(Object.values(await readQueue(stranger))).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("similar detections", () => {
  test("are those of the same use, then of the same host, provider and department, newest first", async () => {
    const { clock } = analyst;
    const alike = { provider: "Other", endpoint: "other.example.com", department: "Sales" };
    const made: Record<string, string> = {};
    for (const [name, given] of [
      ["nothing", alike],
      ["earlier", { fingerprint: "a".repeat(64), ...alike }],
      ["department", { ...alike, department: "Marketing" }],
      ["provider", { ...alike, provider: "OpenAI" }],
      ["host", { ...alike, endpoint: "api.openai.com", provider: "OpenAI" }],
      ["newer host", { ...alike, endpoint: "api.openai.com" }],
    ] as const) {
      clock.nowMs += 1_000;
      made[name] = (await detectionIn(analyst, "DISMISSED", given)).id;
    }
    const { id } = await openDetection(analyst, { fingerprint: "a".repeat(64) });
    const { data } = await findSimilarDetections(analyst.ctx, id);
    const names = data.map((one) => Object.keys(made).find((name) => made[name] === one.id));
    expect(names).toEqual(["earlier", "newer host", "host", "provider", "department"]);
  });

  test("are limited to ten of the same organisation", async () => {
    const other = await createAnalyst();
    await openDetection(other);
    const made = await openDetections(
      analyst,
      Array.from({ length: 12 }, () => ({})),
    );
    const { data } = await findSimilarDetections(analyst.ctx, made[5]?.id ?? "");
    expect(data.map(({ id }) => id)).toEqual(made.filter((_, n) => n !== 5 && n < 11).map(({ id }) => id));
    const foreign = findSimilarDetections(other.ctx, made[0]?.id ?? "");
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  });
});
