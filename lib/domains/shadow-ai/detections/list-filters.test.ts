import { beforeEach, describe, expect, test } from "vitest";
import { listDetections } from "@/lib/domains/shadow-ai/detections/read-detections";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  inputsOf,
  openDetection,
  openDetections,
} from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection, updateDetections } from "@/lib/domains/shadow-ai/triage/update-detections";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const dayMs = 86_400_000;
let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst();
});

const list = (query: Record<string, string> = {}) => listDetections(analyst.ctx, ListDetections.parse(query));
const idsOf = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);

describe("filters", () => {
  test.each([
    ["department", "Marketing", { department: "Sales" }],
    ["category", "CHAT_APP", { category: "LLM_API" }],
    ["factor", "AGENTIC_PATTERN", { inputs: inputsOf({ agentic: false }) }],
    ["minConfidence", "0.95", { confidence: 0.949 }],
    ["minCostUSD", "1.1", { costCents: 109 }],
  ])("%s=%s finds matching detections", async (filter, value, without) => {
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

  test("resolution, modelId and assignedTo=none find triaged detections", async () => {
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

  test("combine, and apply to bulk changes", async () => {
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
