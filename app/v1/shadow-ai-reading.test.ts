import { describe, expect, test } from "vitest";
import { find, ownAnalyst, patch, read, readStats } from "@/app/v1/testing/shadow-ai";
import {
  detectionIn,
  editOutsideService,
  eventsAbout,
  findingsOf,
  openDetection,
  openDetections,
} from "@/lib/domains/shadow-ai/testing/detections";

const dayMs = 86_400_000;

const analyst = ownAnalyst();

describe("the list", () => {
  test("is paged newest first, unaffected by new detections", async () => {
    const made = await openDetections(analyst, [{}, {}, {}, {}, {}]);
    const first = (await find("?limit=2")).body;
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2).map(({ id }) => id));
    expect(first.pagination).toMatchObject({ total: 5, limit: 2, offset: 0, hasMore: true });
    analyst.clock.nowMs += 1_000;
    await openDetection(analyst);
    const second = (await find(`?limit=2&cursor=${first.pagination.nextCursor}`)).body;
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(2, 4).map(({ id }) => id));
    expect(second.pagination).toMatchObject({ total: 5, offset: 2, hasMore: true });
    const last = (await find(`?limit=2&cursor=${second.pagination.nextCursor}`)).body;
    expect([last.data.length, last.pagination.hasMore, last.pagination.nextCursor]).toEqual([1, false, undefined]);
  });

  test("returns only the documented members of list items", async () => {
    const { id } = await openDetection(analyst);
    const [listed] = (await find()).body.data;
    const { verified, riskAssessment, activity, clientRanges, counting, tickets, timeline, users, ...same } = (
      await read(id)
    ).body;
    expect(listed).toEqual(same);
    expect([verified, activity.length, tickets, users, timeline]).toEqual([
      true,
      30,
      [],
      null,
      { auditEvents: `/v1/audit?tags=${id}` },
    ]);
    expect(riskAssessment?.factors.map(({ sentence }) => sentence)).toEqual(listed?.riskFactors);
    expect(listed).toMatchObject({
      organisationId: analyst.organisationId,
      topFactors: ["UNREGISTERED_PROVIDER", "AUTOMATED_CLIENT", "LARGE_UPLOAD"],
      details: {
        aiProvider: "OpenAI",
        estimatedCallVolume: 400,
        estimatedCostUSD: 12,
        internalIpRanges: ["10.20.30.x"],
      },
    });
  });

  test("applies every filter, and the summary ignores the status filter", async () => {
    const nowMs = analyst.clock.nowMs;
    const at = (days: number) => new Date(nowMs - days * dayMs);
    const [first, second, third] = await openDetections(analyst, [
      { provider: "OpenAI", endpoint: "api.openai.com", severity: "HIGH", source: "PROXY", detectedAt: at(0) },
      { provider: "Anthropic", endpoint: "api.anthropic.com", severity: "CRITICAL", source: "DNS", detectedAt: at(2) },
      { provider: "OpenAI", endpoint: "chatgpt.com", severity: "HIGH", source: "DNS", detectedAt: at(5) },
    ]);
    await patch(second?.id ?? "", { status: "INVESTIGATING", assignedTo: "ada@example.com" });
    const [a, b, c] = [first, second, third].map((stored) => stored?.id ?? "");
    const none = { open: 0, investigating: 0, resolved: 0, dismissed: 0 };
    const cases: [string, (string | undefined)[], Record<string, number>][] = [
      ["", [a, b, c], { open: 2, investigating: 1 }],
      ["?status=OPEN", [a, c], { open: 2, investigating: 1 }],
      ["?status=INVESTIGATING&severity=HIGH", [], { open: 2 }],
      ["?severity=CRITICAL", [b], { investigating: 1 }],
      ["?provider=OpenAI", [a, c], { open: 2 }],
      ["?provider=openai", [], {}],
      ["?source=DNS", [b, c], { open: 1, investigating: 1 }],
      ["?assignedTo=ada@example.com", [b], { investigating: 1 }],
      ["?assignedTo=ada@example.com&status=OPEN", [], { investigating: 1 }],
      [`?from=${at(3).toISOString()}`, [a, b], { open: 1, investigating: 1 }],
      [`?from=${at(2).toISOString()}&to=${at(2).toISOString()}`, [b], { investigating: 1 }],
      [`?to=${at(4).toISOString()}&provider=OpenAI`, [c], { open: 1 }],
      ["?q=OPENAI", [a, c], { open: 2 }],
      ["?q=anthropic.com", [b], { investigating: 1 }],
      ["?q=%25", [], {}],
      ["?q=api_openai", [], {}],
    ];
    for (const [query, ids, summary] of cases) {
      const { body } = await find(query);
      expect([query, body.data.map(({ id }) => id)]).toEqual([query, ids]);
      expect([query, body.pagination.total, body.summary]).toEqual([query, ids.length, { ...none, ...summary }]);
    }
  });

  test("rejects a range that ends before it begins", async () => {
    const { status, body } = await find("?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z");
    expect([status, body.details[0]?.path]).toEqual([400, "from"]);
  });
});

test("a record edited outside the service is reported as not verified, with one finding", async () => {
  const { id } = await openDetection(analyst);
  expect((await read(id)).body.verified).toBe(true);
  await editOutsideService(id, "severity = 'INFO'");
  expect((await read(id)).body.verified).toBe(false);
  expect((await read(id)).body.verified).toBe(false);
  const [event] = await eventsAbout(analyst.ctx, id);
  expect(await findingsOf(analyst.organisationId)).toEqual([{ eventId: event?.id, code: "detection_mismatch" }]);
});

test("returns the documented statistics", async () => {
  await openDetections(analyst, [
    { severity: "HIGH", registered: true },
    { provider: "Anthropic", endpoint: "claude.ai" },
  ]);
  await detectionIn(analyst, "RESOLVED", { severity: "CRITICAL" });
  const { status, body } = await readStats();
  expect(status).toBe(200);
  expect(body.summary).toEqual({
    openDetections: 2,
    investigatingDetections: 0,
    resolvedThisMonth: 1,
    totalExternalAiEndpointsDetected: 2,
    estimatedMonthlySpendUSD: 36,
    estimatedPiiExposureRisk: "HIGH",
  });
  expect(body.providers).toEqual([
    { name: "OpenAI", detections: 2, callVolume: 800, registered: 1 },
    { name: "Anthropic", detections: 1, callVolume: 400, registered: 0 },
  ]);
  const trend = body.trend.detectionsLast30Days;
  const today = new Date().toISOString().slice(0, 10);
  expect([trend.length, trend.at(-1)]).toEqual([30, { date: today, count: 3 }]);
});
