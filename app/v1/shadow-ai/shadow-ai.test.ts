import { beforeEach, describe, expect, test } from "vitest";
import * as item from "@/app/v1/shadow-ai/[id]/route";
import * as bulk from "@/app/v1/shadow-ai/bulk/route";
import * as list from "@/app/v1/shadow-ai/detections/route";
import * as stats from "@/app/v1/shadow-ai/stats/route";
import { createApiKey } from "@/lib/api-keys";
import { systemClock } from "@/lib/clock";
import type { NextHandler } from "@/lib/http/types";
import { newId } from "@/lib/ids";
import { registerModel, updateModel } from "@/lib/models";
import type { Scope } from "@/lib/scopes";
import type { ShadowAiDetectionDetail, ShadowAiDetectionList } from "@/lib/shadow-ai/schemas";
import type { ShadowAiStats } from "@/lib/shadow-ai/schemas-stats";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  editBehind,
  eventsAbout,
  findingsOf,
  openDetection,
  openDetections,
} from "@/lib/shadow-ai/testing/detections";
import { type DetectionStatus, detectionStatuses } from "@/lib/shadow-ai/vocabulary";
import { ownTestDatabase } from "@/scripts/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const dayMs = 86_400_000;

let analyst: Analyst;
let key: string;

beforeEach(async () => {
  analyst = await createAnalyst();
  // Routes go by the machine's clock.
  analyst.clock.nowMs = systemClock.now();
  key = await keyOf(analyst, ["shadow_ai:read", "shadow_ai:write"]);
});

async function keyOf({ ctx }: Analyst, scopes: Scope[]): Promise<string> {
  return (await createApiKey(ctx, { name: "Triage", scopes })).key;
}

/** Whatever an answer may have: a test looks at what its own has. */
interface Body
  extends Omit<ShadowAiDetectionDetail, "details">,
    Omit<ShadowAiDetectionList, "summary">,
    Omit<ShadowAiStats, "summary"> {
  summary: unknown;
  error: string;
  message: string;
  requiredScope: string;
  allowed: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the details of an error and those of a detection share their name.
  details: any;
  updated: number;
  failed: number;
  results: { id: string; status?: string; error?: string; details?: unknown }[];
}

interface Sent {
  apiKey?: string;
  body?: unknown;
  headers?: Record<string, string>;
  params?: Record<string, string>;
}

async function send(handler: NextHandler, method: string, url: string, sent: Sent = {}) {
  const { apiKey = key, body, params = {} } = sent;
  const headers = new Headers({ ...sent.headers, authorization: `Bearer ${apiKey}` });
  if (body !== undefined) headers.set("content-type", "application/json");
  const request = new Request(new URL(url, "http://localhost"), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const read = (id: string, sent: Sent = {}) => send(item.GET, "GET", `/v1/shadow-ai/${id}`, { params: { id }, ...sent });
const patch = (id: string, body: unknown, sent: Sent = {}) =>
  send(item.PATCH, "PATCH", `/v1/shadow-ai/${id}`, { params: { id }, body, ...sent });
const find = (query = "", sent: Sent = {}) => send(list.GET, "GET", `/v1/shadow-ai/detections${query}`, sent);
const change = (body: unknown, sent: Sent = {}) => send(bulk.POST, "POST", "/v1/shadow-ai/bulk", { body, ...sent });

/** A body that would lead to a state. */
const leadsTo: Record<DetectionStatus, Record<string, unknown>> = {
  OPEN: { status: "OPEN" },
  INVESTIGATING: { status: "INVESTIGATING" },
  RESOLVED: { status: "RESOLVED", resolution: "STOPPED" },
  DISMISSED: { status: "DISMISSED", notes: "A duplicate." },
};

/** Where each state leads, by the contract. */
const allowed: Record<DetectionStatus, DetectionStatus[]> = {
  OPEN: ["INVESTIGATING"],
  INVESTIGATING: ["RESOLVED", "DISMISSED"],
  RESOLVED: ["INVESTIGATING"],
  DISMISSED: ["INVESTIGATING"],
};

const edges = detectionStatuses.flatMap((from) => detectionStatuses.map((to) => ({ from, to })));
const moves = edges.filter(({ from, to }) => from !== to);

describe("the state machine", () => {
  test.each(moves.filter(({ from, to }) => allowed[from].includes(to)))(
    "$from may become $to",
    async ({ from, to }) => {
      const { id } = await detectionIn(analyst, from);
      const answer = await patch(id, leadsTo[to]);
      expect([answer.status, answer.body.status]).toEqual([200, to]);
      const { body } = await read(id);
      expect(body).toMatchObject({ status: to, verified: true });
      expect(body.resolvedAt === null).toBe(to !== "RESOLVED");
      expect(body.resolution).toBe(to === "RESOLVED" ? "STOPPED" : null);
      expect((await eventsAbout(analyst.ctx, id)).at(-1)).toMatchObject({
        eventType: "HUMAN_REVIEW",
        verified: true,
        tags: ["shadow-ai", id],
        actor: { type: "SERVICE", displayName: "Triage" },
        payload: { kind: "SHADOW_AI_TRIAGE", detectionId: id, from, status: to },
      });
    },
  );

  test.each(moves.filter(({ from, to }) => !allowed[from].includes(to)))(
    "$from may not become $to, and the answer says what it may become",
    async ({ from, to }) => {
      const { id } = await detectionIn(analyst, from);
      const events = (await eventsAbout(analyst.ctx, id)).length;
      const before = (await read(id)).body;
      const answer = await patch(id, { ...leadsTo[to], assignedTo: "ada@example.com" });
      expect([answer.status, answer.body.error]).toEqual([409, "invalid_transition"]);
      expect(answer.body.details).toEqual(
        allowed[from].map((target) => ({ path: "status", message: `may become ${target}` })),
      );
      expect(answer.body.allowed).toEqual(allowed[from]);
      expect((await read(id)).body).toEqual(before);
      expect(await eventsAbout(analyst.ctx, id)).toHaveLength(events);
    },
  );

  test.each(detectionStatuses)("%s set again is no change", async (status) => {
    const { id } = await detectionIn(analyst, status);
    const before = (await read(id)).body;
    const events = (await eventsAbout(analyst.ctx, id)).length;
    for (const body of [{ status }, leadsTo[status]]) {
      const answer = await patch(id, body);
      expect([answer.status, answer.body.updatedAt]).toEqual([200, before.updatedAt]);
    }
    expect((await read(id)).body).toEqual(before);
    expect(await eventsAbout(analyst.ctx, id)).toHaveLength(events);
  });

  test.each(detectionStatuses)("assignee and notes may change in %s", async (status) => {
    const { id } = await detectionIn(analyst, status);
    const given = { assignedTo: "ada@example.com", notes: "Asked the team." };
    expect((await patch(id, given)).body).toMatchObject({ status, ...given });
    expect((await patch(id, { assignedTo: null })).body).toMatchObject({ status, ...given, assignedTo: null });
    expect((await read(id)).body).toMatchObject({ status, ...given, assignedTo: null, verified: true });
  });

  test("a resolved detection cannot be resolved in another way before it is reopened", async () => {
    const { id } = await detectionIn(analyst, "RESOLVED");
    const other = { status: "RESOLVED", resolution: "FALSE_POSITIVE" };
    const refused = await patch(id, other);
    expect([refused.status, refused.body.error, refused.body.allowed]).toEqual([
      409,
      "invalid_transition",
      ["INVESTIGATING"],
    ]);
    await patch(id, { status: "INVESTIGATING" });
    expect((await patch(id, other)).body).toMatchObject({ resolution: "FALSE_POSITIVE" });
  });
});

describe("an answer to a change", () => {
  test("has the members of the specification, and more for RESOLVED", async () => {
    const { id } = await openDetection(analyst);
    const investigated = await patch(id, { status: "INVESTIGATING", assignedTo: "ada@example.com", notes: "Asked." });
    expect(Object.keys(investigated.body)).toEqual(["id", "status", "assignedTo", "notes", "updatedAt"]);
    const resolved = await patch(id, { status: "RESOLVED", resolution: "STOPPED" });
    expect(Object.keys(resolved.body).slice(5)).toEqual([
      "resolution",
      "resolvedModelId",
      "resolvedAt",
      "exceptionExpiresAt",
    ]);
    expect(resolved.body).toMatchObject({ resolution: "STOPPED", resolvedModelId: null, exceptionExpiresAt: null });
    expect(Date.parse(resolved.body.resolvedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  test("names the resolution of an onboarded use, which is on its model's chain too", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const body = { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: analyst.modelId };
    expect((await patch(id, body)).body).toMatchObject({ resolution: "ONBOARDED", resolvedModelId: analyst.modelId });
    const events = (await eventsAbout(analyst.ctx, id)).slice(-2);
    expect(events.map(({ eventType, modelId }) => [eventType, modelId === analyst.modelId])).toEqual([
      ["HUMAN_REVIEW", false],
      ["HUMAN_REVIEW", true],
    ]);
    expect((await read(id)).body).toMatchObject({ verified: true, details: { registeredWithService: true } });
    await patch(id, { status: "INVESTIGATING" });
    expect((await read(id)).body.details.registeredWithService).toBe(false);
  });

  test("says until when an exception lasts: 90 days where nothing else is asked for", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const body = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." };
    const { exceptionExpiresAt, resolvedAt } = (await patch(id, body)).body;
    expect(Date.parse(exceptionExpiresAt ?? "") - Date.parse(resolvedAt ?? "")).toBe(90 * dayMs);
    const other = await detectionIn(analyst, "INVESTIGATING");
    const given = new Date(Date.now() + 300 * dayMs).toISOString();
    expect((await patch(other.id, { ...body, exceptionExpiresAt: given })).body.exceptionExpiresAt).toBe(given);
    await patch(id, { status: "INVESTIGATING" });
    expect((await read(id)).body).toMatchObject({ resolution: null, resolvedAt: null, exceptionExpiresAt: null });
  });

  test("takes a justification that was written down before", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    await patch(id, { notes: "A trial." });
    expect((await patch(id, { status: "RESOLVED", resolution: "APPROVED_EXCEPTION" })).status).toBe(200);
  });
});

describe("what is refused", () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const exception = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." };

  test.each<[string, Record<string, unknown>, string[]]>([
    ["nothing at all", {}, ["body"]],
    ["an unknown field", { state: "OPEN" }, ["state"]],
    ["an unknown status", { status: "CLOSED" }, ["status"]],
    ["an address that is none", { assignedTo: "ada" }, ["assignedTo"]],
    ["empty notes", { notes: " " }, ["notes"]],
    ["endless notes", { notes: "x".repeat(10_001) }, ["notes"]],
    ["RESOLVED without a resolution", { status: "RESOLVED" }, ["resolution"]],
    ["an unknown resolution", { status: "RESOLVED", resolution: "DONE" }, ["resolution"]],
    ["a resolution with another status", { status: "DISMISSED", notes: "n", resolution: "STOPPED" }, ["resolution"]],
    ["a resolution without a status", { resolution: "STOPPED" }, ["resolution"]],
    ["ONBOARDED without a model", { status: "RESOLVED", resolution: "ONBOARDED" }, ["resolvedModelId"]],
    [
      "a model with another resolution",
      { status: "RESOLVED", resolution: "STOPPED", resolvedModelId: "mdl_1" },
      ["resolvedModelId"],
    ],
    [
      "an end with another resolution",
      { status: "RESOLVED", resolution: "STOPPED", exceptionExpiresAt: inDays(1) },
      ["exceptionExpiresAt"],
    ],
    ["an exception without a justification", { ...exception, notes: null }, ["notes"]],
    ["an exception that has ended", { ...exception, exceptionExpiresAt: inDays(-1) }, ["exceptionExpiresAt"]],
    ["an exception of more than a year", { ...exception, exceptionExpiresAt: inDays(366) }, ["exceptionExpiresAt"]],
    ["a local time", { ...exception, exceptionExpiresAt: "2027-01-01T00:00:00" }, ["exceptionExpiresAt"]],
    ["DISMISSED without notes", { status: "DISMISSED" }, ["notes"]],
    ["several of these", { status: "CLOSED", assignedTo: "ada" }, ["status", "assignedTo"]],
  ])("%s is 400 and names the field", async (_, body, paths) => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const answer = await patch(id, body);
    expect([answer.status, answer.body.error]).toEqual([400, "validation_failed"]);
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect((await read(id)).body.status).toBe("INVESTIGATING");
  });

  test.each<DetectionStatus>(["DISMISSED", "RESOLVED"])(
    "the notes that %s needs cannot be taken away",
    async (status) => {
      const { id } = await detectionIn(analyst, "INVESTIGATING");
      await patch(id, status === "DISMISSED" ? leadsTo.DISMISSED : exception);
      const answer = await patch(id, { notes: null });
      expect([answer.status, answer.body.details[0].path]).toEqual([400, "notes"]);
      expect((await patch(id, { notes: "Better words." })).status).toBe(200);
    },
  );

  test("a model that cannot cover a use is 422", async () => {
    const archived = await registerModel(analyst.ctx, { name: "Old" });
    await updateModel(analyst.ctx, archived.id, { archived: true });
    const stranger = await createAnalyst();
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    for (const resolvedModelId of [newId("model"), stranger.modelId, archived.id, "mdl_", "x"]) {
      const answer = await patch(id, { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId });
      expect([answer.status, answer.body.error]).toEqual([422, "model_not_registered"]);
      expect(answer.body.details[0].path).toBe("resolvedModelId");
    }
    expect((await read(id)).body).toMatchObject({ status: "INVESTIGATING", verified: true });
  });

  test("an older detection of a use that is open is not reopened beside it", async () => {
    const fingerprint = "a".repeat(64);
    const { id } = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const { id: open } = await openDetection(analyst, { fingerprint });
    const answer = await patch(id, { status: "INVESTIGATING" });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
    expect(answer.body.message).toContain(open);
  });
});

describe("two analysts at once", () => {
  test("with If-Match the second is told that the detection has changed", async () => {
    const { id } = await openDetection(analyst);
    const tag = (await read(id)).headers.get("etag") ?? "";
    const headers = { "if-match": tag };
    const first = await patch(id, { status: "INVESTIGATING", assignedTo: "ada@example.com" }, { headers });
    const second = await patch(id, { status: "INVESTIGATING", assignedTo: "bob@example.com" }, { headers });
    expect([first.status, second.status, second.body.error]).toEqual([200, 412, "precondition_failed"]);
    const current = await read(id);
    expect(current.body.assignedTo).toBe("ada@example.com");
    expect(second.headers.get("etag")).toBe(current.headers.get("etag"));
    expect(first.headers.get("etag")).toBe(current.headers.get("etag"));
    const retry = { headers: { "if-match": current.headers.get("etag") ?? "" } };
    expect((await patch(id, { assignedTo: "bob@example.com" }, retry)).status).toBe(200);
  });

  test("many at the same time leave one winner of each version, and a chain that agrees", async () => {
    const { id } = await openDetection(analyst);
    const headers = { "if-match": (await read(id)).headers.get("etag") ?? "" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(id, { assignedTo: `a${n}@example.com` }, { headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    expect((await read(id)).body.verified).toBe(true);
    expect(await eventsAbout(analyst.ctx, id)).toHaveLength(2);
  });

  test("new traffic does not change the version", async () => {
    const { id } = await openDetection(analyst);
    const tag = (await read(id)).headers.get("etag");
    await editBehind(id, "calls = calls + 1, updated_at = updated_at + interval '1 s'");
    const again = await read(id);
    expect([again.headers.get("etag"), again.body.verified]).toEqual([tag, true]);
    expect((await patch(id, { status: "INVESTIGATING" }, { headers: { "if-match": "*" } })).status).toBe(200);
    expect((await patch(id, { notes: "n" }, { headers: { "if-match": `W/${tag}` } })).status).toBe(412);
  });
});

describe("scopes and tenants", () => {
  test("each operation needs its scope", async () => {
    const { id } = await openDetection(analyst);
    const [mayRead, mayWrite] = [await keyOf(analyst, ["shadow_ai:read"]), await keyOf(analyst, ["shadow_ai:write"])];
    const reading: [string, (apiKey: string) => ReturnType<typeof send>][] = [
      ["list", (apiKey) => find("", { apiKey })],
      ["read", (apiKey) => read(id, { apiKey })],
      ["stats", (apiKey) => send(stats.GET, "GET", "/v1/shadow-ai/stats", { apiKey })],
    ];
    const writing: [string, (apiKey: string) => ReturnType<typeof send>][] = [
      ["patch", (apiKey) => patch(id, { notes: "n" }, { apiKey })],
      ["bulk", (apiKey) => change({ ids: [id], change: { notes: "n" } }, { apiKey })],
    ];
    for (const [calls, may, mayNot, scope] of [
      [reading, mayRead, mayWrite, "shadow_ai:read"],
      [writing, mayWrite, mayRead, "shadow_ai:write"],
    ] as const) {
      for (const [name, call] of calls) {
        expect([name, (await call(may)).status]).toEqual([name, 200]);
        const refused = await call(mayNot);
        expect([name, refused.status, refused.body.requiredScope]).toEqual([name, 403, scope]);
      }
    }
  });

  test("another organisation sees nothing of a detection, and changes nothing", async () => {
    const { id } = await openDetection(analyst);
    const stranger = await createAnalyst();
    const apiKey = await keyOf(stranger, ["shadow_ai:read", "shadow_ai:write"]);
    const absent = newId("detection");
    const without = ({ message, error, details }: Body) => ({ message, error, details });
    for (const call of [
      (wanted: string) => read(wanted, { apiKey }),
      (wanted: string) => patch(wanted, { status: "INVESTIGATING" }, { apiKey }),
    ]) {
      const [foreign, missing] = [await call(id), await call(absent)];
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(without(foreign.body)).toEqual(without(missing.body));
    }
    const both = await change({ ids: [id, absent], change: { notes: "n" } }, { apiKey });
    expect(both.body.results.map(({ error }) => error)).toEqual(["not_found", "not_found"]);
    expect((await find("", { apiKey })).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
      summary: { open: 0 },
    });
    const { body } = await send(stats.GET, "GET", "/v1/shadow-ai/stats", { apiKey });
    expect(body).toMatchObject({ summary: { openDetections: 0 }, providers: [] });
    expect((await read(id)).body).toMatchObject({ status: "OPEN", notes: null });
  });

  test.each(["stats", "sad_", "sad_\u0000", "x".repeat(500), "detections"])("the id %j is not found", async (id) => {
    const sent = { params: { id } };
    expect((await send(item.GET, "GET", "/v1/shadow-ai/x", sent)).status).toBe(404);
  });
});

describe("the list", () => {
  test("is newest first, page by page, and stays as it was while detections are made", async () => {
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

  test("has what the specification lists of each, and leaves out what is only read singly", async () => {
    const { id } = await openDetection(analyst);
    const [listed] = (await find()).body.data;
    const { verified, riskAssessment, activity, timeline, ...same } = (await read(id)).body;
    expect(listed).toEqual(same);
    expect([verified, activity.length, timeline]).toEqual([true, 30, { auditEvents: `/v1/audit?tags=${id}` }]);
    expect(riskAssessment?.factors.map(({ sentence }) => sentence)).toEqual(listed?.riskFactors);
    expect(listed).toMatchObject({
      organisationId: analyst.organisationId,
      details: {
        aiProvider: "OpenAI",
        estimatedCallVolume: 400,
        estimatedCostUSD: 12,
        internalIpRanges: ["10.20.30.x"],
      },
    });
  });

  test("takes every filter, and summary counts under all of them but the status", async () => {
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

  test.each([
    ["status=open", "status"],
    ["severity=LOW", "severity"],
    ["from=yesterday", "from"],
    ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from"],
    ["assignedTo=ada", "assignedTo"],
    ["source=LOG", "source"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["q=", "q"],
    ["state=OPEN", "state"],
    ["status=OPEN&status=RESOLVED", "status"],
  ])("refuses %s and names the parameter", async (query, path) => {
    const { status, body } = await find(`?${query}`);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  test("refuses a cursor of other filters or of another organisation", async () => {
    await openDetections(analyst, [{}, {}]);
    const { nextCursor } = (await find("?limit=1")).body.pagination;
    expect((await find(`?limit=1&status=OPEN&cursor=${nextCursor}`)).body.error).toBe("invalid_cursor");
    const stranger = await createAnalyst();
    const apiKey = await keyOf(stranger, ["shadow_ai:read"]);
    expect((await find(`?limit=1&cursor=${nextCursor}`, { apiKey })).body.error).toBe("invalid_cursor");
  });
});

describe("many at once", () => {
  test("are changed by their ids, and what is refused of one does not hold up the others", async () => {
    const open = await openDetection(analyst);
    const investigated = await detectionIn(analyst, "INVESTIGATING");
    const resolved = await detectionIn(analyst, "RESOLVED");
    const absent = newId("detection");
    const ids = [resolved.id, open.id, absent, investigated.id];
    const { status, body } = await change({ ids, change: { status: "RESOLVED", resolution: "STOPPED" } });
    expect([status, body.updated, body.failed]).toEqual([200, 2, 2]);
    expect(body.results.map(({ id, status: now, error }) => [id, now ?? error])).toEqual([
      [resolved.id, "RESOLVED"],
      [open.id, "invalid_transition"],
      [absent, "not_found"],
      [investigated.id, "RESOLVED"],
    ]);
    expect(body.results[1]?.details).toEqual([{ path: "status", message: "may become INVESTIGATING" }]);
    for (const { id } of [open, investigated, resolved]) expect((await read(id)).body.verified).toBe(true);
  });

  test("are changed by a filter whose count is known", async () => {
    await openDetections(analyst, [{}, {}, { provider: "Anthropic" }]);
    const filter = { status: "OPEN", provider: "OpenAI" };
    const given = { filter, change: { status: "INVESTIGATING", assignedTo: "ada@example.com" } };
    const refused = await change({ ...given, expectedCount: 3 });
    expect([refused.status, refused.body.error]).toEqual([409, "conflict"]);
    expect(refused.body.details).toEqual([{ path: "expectedCount", message: "is 2 by now" }]);
    expect((await find("?status=OPEN")).body.pagination.total).toBe(3);
    expect((await change({ ...given, expectedCount: 2 })).body).toMatchObject({ updated: 2, failed: 0 });
    expect((await find("?status=INVESTIGATING")).body.pagination.total).toBe(2);
    expect((await change({ ...given, expectedCount: 2 })).status).toBe(409);
  });

  test("may be 500", async () => {
    const made = await openDetections(
      analyst,
      Array.from({ length: 500 }, () => ({})),
    );
    const ids = made.map(({ id }) => id);
    const { body } = await change({ ids, change: { status: "INVESTIGATING", assignedTo: "ada@example.com" } });
    expect(body).toMatchObject({ updated: 500, failed: 0 });
    expect((await find()).body.summary).toMatchObject({ open: 0, investigating: 500 });
  });

  test("two of one use are not both reopened", async () => {
    const fingerprint = "b".repeat(64);
    const one = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const other = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const { body } = await change({ ids: [one.id, other.id], change: { status: "INVESTIGATING" } });
    expect(body.results.map(({ status, error }) => status ?? error).sort()).toEqual(["INVESTIGATING", "conflict"]);
  });

  const bulkChange = { status: "INVESTIGATING" };
  test.each<[string, Record<string, unknown>, string]>([
    ["neither ids nor filter", { change: bulkChange }, "ids"],
    ["both", { ids: ["sad_1"], filter: {}, expectedCount: 1, change: bulkChange }, "filter"],
    ["no ids", { ids: [], change: bulkChange }, "ids"],
    ["an id twice", { ids: ["sad_1", "sad_1"], change: bulkChange }, "ids"],
    ["501 ids", { ids: Array.from({ length: 501 }, (_, n) => `sad_${n}`), change: bulkChange }, "ids"],
    ["a filter without its count", { filter: {}, change: bulkChange }, "expectedCount"],
    ["a count without a filter", { ids: ["sad_1"], expectedCount: 1, change: bulkChange }, "expectedCount"],
    ["a count beyond 500", { filter: {}, expectedCount: 501, change: bulkChange }, "expectedCount"],
    ["an unknown filter", { filter: { state: "OPEN" }, expectedCount: 1, change: bulkChange }, "filter.state"],
    ["no change", { ids: ["sad_1"] }, "change"],
    ["an empty change", { ids: ["sad_1"], change: {} }, "change"],
    ["a change that is none", { ids: ["sad_1"], change: { resolution: "STOPPED" } }, "change.resolution"],
  ])("%s is 400 and names the field", async (_, body, path) => {
    const answer = await change(body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });
});

test("a row edited behind the service is seen by whoever reads it, and found once", async () => {
  const { id } = await openDetection(analyst);
  expect((await read(id)).body.verified).toBe(true);
  await editBehind(id, "severity = 'INFO'");
  expect((await read(id)).body.verified).toBe(false);
  expect((await read(id)).body.verified).toBe(false);
  const [event] = await eventsAbout(analyst.ctx, id);
  expect(await findingsOf(analyst.organisationId)).toEqual([{ eventId: event?.id, code: "detection_mismatch" }]);
});

test("the statistics are those of the specification", async () => {
  await openDetections(analyst, [
    { severity: "HIGH", registered: true },
    { provider: "Anthropic", endpoint: "claude.ai" },
  ]);
  await detectionIn(analyst, "RESOLVED", { severity: "CRITICAL" });
  const { status, body } = await send(stats.GET, "GET", "/v1/shadow-ai/stats");
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
