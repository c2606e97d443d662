import { beforeAll, describe, expect, test } from "vitest";
import { listEvents, verifyChain } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { registerModel, updateModel } from "@/lib/domains/models";
import { createTestContext } from "@/lib/domains/models/testing";
import { bySpecificity, matchesRule, overrides, type Pattern } from "@/lib/domains/opentelemetry/matching";
import { operationOf } from "@/lib/domains/opentelemetry/operation";
import { decodeExport, receiveExport } from "@/lib/domains/opentelemetry/receive";
import { resolveModels } from "@/lib/domains/opentelemetry/resolve";
import { createRule, deleteRule, listRules, listTelemetrySources } from "@/lib/domains/opentelemetry/rules";
import { CreateTelemetryRule, ListTelemetryRules, ListTelemetrySources } from "@/lib/domains/opentelemetry/schemas";
import { countRejected } from "@/lib/domains/opentelemetry/store";
import { chat, encodeSpans, recordOf, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { prisma } from "@/lib/platform/database/db";
import { validate } from "@/lib/platform/http/validate";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

let ctx: Context;
let modelId: string;

beforeAll(async () => {
  ctx = await createTestContext(systemClock);
  modelId = (await registerModel(ctx, { name: "Support bot" })).id;
});

const ruleOf = (given: object) => CreateTelemetryRule.parse({ modelId, ...given });
const receive = (spans: ReturnType<typeof recordSpans>, of = ctx) =>
  receiveExport(of, decodeExport("traces")(encodeSpans(spans), "application/x-protobuf"));
const sourcesOf = async (of = ctx) => (await listTelemetrySources(of, ListTelemetrySources.parse({}))).data;
const eventsOf = async (model: string) => (await listEvents(ctx, ListEventsQuery.parse({ modelId: model }))).data;
const pattern = (service: string | null, provider: string | null, model: string | null): Pattern => ({
  service,
  provider,
  model,
});

describe("a rule", () => {
  const source = { service: "support-bot", provider: "openai", models: ["gpt-4o", "gpt-4o-2024-08-06"] };
  test.each<[Pattern, boolean]>([
    [pattern("support-bot", "openai", "gpt-4o"), true],
    [pattern("support-bot", null, null), true],
    [pattern("support-*", null, null), true],
    [pattern(null, null, "gpt-4o-2024-08-06"), true],
    [pattern(null, null, "gpt-4o-*"), true],
    [pattern(null, null, "gpt-4"), false],
    [pattern("support", null, null), false],
    [pattern("support-bot", "azure", null), false],
    [pattern("Support-bot", null, null), false],
  ])("%j matches: %s", (rule, matches) => {
    expect(matchesRule(rule, source)).toBe(matches);
  });

  test("with more exact names precedes one with prefixes, a longer prefix a shorter one, and an older rule a newer one", () => {
    const rules = [
      { id: "1", ...pattern("s*", null, null) },
      { id: "2", ...pattern(null, "p*", "model-a*") },
      { id: "3", ...pattern("service", null, null) },
      { id: "5", ...pattern("service", "provider", null) },
      { id: "4", ...pattern("service", "provider", null) },
      { id: "6", ...pattern("se*", null, null) },
    ];
    expect(bySpecificity(rules).map(({ id }) => id)).toEqual(["4", "5", "3", "2", "6", "1"]);
  });

  test.each<[Pattern, Pattern, boolean]>([
    [pattern("bot", null, null), pattern("bot*", null, null), true],
    [pattern("bot", null, "gpt-4o"), pattern("bot", null, null), true],
    [pattern(null, "openai", "gpt-4o"), pattern("bot", null, null), true],
    [pattern("bot-a*", null, null), pattern("bot*", null, null), true],
    [pattern("bot*", null, null), pattern("bot", null, null), false],
    [pattern(null, "openai", null), pattern("support-bot", null, null), false],
    [pattern("other", null, "gpt-4o"), pattern("bot", null, null), false],
    [pattern("bot", "azure", null), pattern("bot", "openai", null), false],
  ])("%j overrides the older rule %j: %s", (rule, older, expected) => {
    expect(overrides(rule, older)).toBe(expected);
  });

  test.each<[object, string]>([
    [{}, "service"],
    [{ service: "*" }, "service"],
    [{ model: "gpt*4" }, "model"],
    [{ model: "" }, "model"],
    [{ provider: "open\u202eai" }, "provider"],
    [{ service: "a", contents: "PLAIN" }, "contents"],
    [{ service: "a", version: 1 }, "version"],
  ])("%j is rejected at %s", (given, path) => {
    expect(() => validate(CreateTelemetryRule, { modelId, ...given })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path })] }),
    );
  });
});

test("unregistered sources are listed and counted until a rule assigns them to a model", async () => {
  const spans = recordSpans("claims-agent", [chat, chat, { "gen_ai.operation.name": "invoke_agent" }]);
  expect(await receive(spans)).toMatchObject({ rejected: 3 });
  expect(await receive(spans)).toMatchObject({ rejected: 3, message: expect.stringContaining("/telemetry") });
  const rejected = (await sourcesOf()).map(({ service, provider, model, rejected: count }) => [
    service,
    provider,
    model,
    count,
  ]);
  expect(rejected.sort()).toEqual([
    ["claims-agent", "", "", 2],
    ["claims-agent", "openai", "gpt-4o", 4],
  ]);

  const rule = await createRule(ctx, ruleOf({ service: "claims-agent" }));
  expect(await sourcesOf()).toEqual([]);
  expect(await receive(spans)).toEqual({ rejected: 0, message: "" });
  expect(await eventsOf(modelId)).toHaveLength(3);
  expect((await listRules(ctx, ListTelemetryRules.parse({}))).data).toEqual([rule]);

  await deleteRule(ctx, rule.id);
  expect(await receive(recordSpans("claims-agent", [chat]))).toMatchObject({ rejected: 1 });
  await expect(deleteRule(ctx, rule.id)).rejects.toMatchObject({ code: "not_found" });
});

test("up to 1,000 sources are listed, and sources without records for 30 days are removed", async () => {
  const other = await createTestContext(systemClock);
  const sources = Array.from({ length: 1_500 }, (_, i) => ({ service: `s${i}`, provider: "", model: "", rejected: 1 }));
  const count = async () =>
    (await prisma().telemetrySource.findMany({ where: { organisationId: other.organisation.id } })).length;
  const now = Date.now();
  const days = (number: number) => now + number * 24 * 3_600_000;
  await countRejected(other.organisation.id, sources.slice(0, 900), now);
  await countRejected(other.organisation.id, sources, days(20));
  expect(await count()).toBe(1_000);
  await countRejected(other.organisation.id, sources.slice(0, 10), days(40));
  expect(await count()).toBe(1_000);
  await countRejected(other.organisation.id, sources.slice(1_400), days(51));
  expect(await count()).toBe(110);
});

test("the most specific rule decides on the model and the contents", async () => {
  const precise = (await registerModel(ctx, { name: "Precise" })).id;
  await createRule(ctx, ruleOf({ service: "pricing*" }));
  await createRule(ctx, ruleOf({ service: "pricing-eu", modelId: precise, contents: "STORED" }));
  await receive([...recordSpans("pricing-eu", [chat]), ...recordSpans("pricing-us", [chat])]);
  const [stored] = await eventsOf(precise);
  expect(stored?.payload).toMatchObject({ input: chat["gen_ai.input.messages"], inputHash: expect.any(String) });
  const [hashed] = await eventsOf(modelId);
  expect(hashed?.payload).toMatchObject({ service: "pricing-us", inputHash: stored?.payload?.inputHash });
  expect(hashed?.payload).not.toHaveProperty("input");
});

test("a tool call and an agent step without a model belong to the model of their trace in the request", async () => {
  await createRule(ctx, ruleOf({ model: "o9-mini" }));
  const before = (await eventsOf(modelId)).length;
  const spans = recordSpans("planner", [
    { "gen_ai.operation.name": "invoke_agent" },
    { ...chat, "gen_ai.request.model": "o9-mini" },
    { "gen_ai.operation.name": "execute_tool" },
  ]);
  expect(await receive(spans)).toEqual({ rejected: 0, message: "" });
  expect(await eventsOf(modelId)).toHaveLength(before + 3);
});

test("with several models in a trace, tool calls belong to the model of the nearest model calls", async () => {
  const [one, other] = [await registerModel(ctx, { name: "One" }), await registerModel(ctx, { name: "Other" })];
  await createRule(ctx, ruleOf({ model: "model-one", modelId: one.id }));
  await createRule(ctx, ruleOf({ model: "model-other", modelId: other.id }));
  const span = (id: string, parentId: string, name: string, model?: string) => ({
    ...recordOf({ "gen_ai.operation.name": name, ...(model && { "gen_ai.request.model": model }) }, "unregistered"),
    ...{ traceId: "a", spanId: id, parentSpanId: parentId },
  });
  const records = [
    span("root", "", "invoke_workflow"),
    span("agent 1", "root", "invoke_agent"),
    span("call 1", "agent 1", "chat", "model-one"),
    span("tool 1", "agent 1", "execute_tool"),
    span("agent 2", "root", "invoke_agent"),
    span("call 2", "agent 2", "chat", "model-other"),
    span("tool 2", "call 2", "execute_tool"),
    span("tool 3", "root", "execute_tool"),
    span("tool 4", "elsewhere", "execute_tool"),
    { ...span("tool 5", "", "execute_tool"), traceId: "" },
    { ...span("call 5", "", "chat", "model-one"), traceId: "" },
    span("loop 1", "loop 2", "execute_tool"),
    span("loop 2", "loop 1", "execute_tool"),
  ];
  const resolved = await resolveModels(
    ctx,
    records.flatMap((record) => operationOf(record) ?? []),
  );
  const names = resolved.map((target) =>
    target?.modelId === one.id ? 1 : target?.modelId === other.id ? 2 : undefined,
  );
  expect(names).toEqual([undefined, 1, 1, 1, 2, 2, 2, undefined, undefined, undefined, 1, undefined, undefined]);
});

test("an ID of a registered model precedes rules for other models", async () => {
  const { id } = await registerModel(ctx, { name: "Named by its ID" });
  await createRule(ctx, ruleOf({ service: id, model: "gpt-4o" }));
  await receive(recordSpans(id, [chat]));
  await createRule(ctx, ruleOf({ service: id, modelId: id, contents: "STORED" }));
  await receive(recordSpans(id, [chat]));
  const events = await eventsOf(id);
  expect(events.map(({ payload }) => payload && "input" in payload)).toEqual([true, false]);
});

test("contents that exceed the size of an event are left out", async () => {
  const { id } = await registerModel(ctx, { name: "Long prompts" });
  await createRule(ctx, ruleOf({ service: "long-prompts", modelId: id, contents: "STORED" }));
  const outcome = await receive(
    recordSpans("long-prompts", [{ ...chat, "gen_ai.input.messages": "€".repeat(90_000) }]),
  );
  expect(outcome).toEqual({ rejected: 0, message: "" });
  const [event] = await eventsOf(id);
  expect(event?.payload).toMatchObject({ contentsOmitted: true, inputHash: expect.any(String) });
});

test("operations of an archived model are rejected with the reason", async () => {
  const { id } = await registerModel(ctx, { name: "Old" });
  await createRule(ctx, ruleOf({ service: "old-service", modelId: id }));
  await updateModel(ctx, id, { archived: true });
  const outcome = await receive(recordSpans("old-service", [chat]));
  expect(outcome).toMatchObject({ rejected: 1, message: expect.stringContaining("is archived") });
});

test("a second rule with the same names, and a model of another organisation, are rejected", async () => {
  await createRule(ctx, ruleOf({ service: "twice", provider: "OpenAI" }));
  await expect(createRule(ctx, ruleOf({ service: "twice", provider: "openai" }))).rejects.toMatchObject({
    code: "conflict",
  });
  const other = await createTestContext(systemClock);
  await expect(createRule(other, ruleOf({ service: "twice" }))).rejects.toMatchObject({ code: "model_not_registered" });
});

test("rules and sources belong to their organisation", async () => {
  const other = await createTestContext(systemClock);
  const rule = await createRule(ctx, ruleOf({ service: "shared-name" }));
  expect(await receive(recordSpans("shared-name", [chat]), other)).toMatchObject({ rejected: 1 });
  expect(await sourcesOf(other)).toHaveLength(1);
  expect((await sourcesOf()).map(({ service }) => service)).not.toContain("shared-name");
  expect((await listRules(other, ListTelemetryRules.parse({}))).data).toEqual([]);
  await expect(deleteRule(other, rule.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a model owner creates and deletes rules for their own models only", async () => {
  const email = "owner@example.com";
  const actor = { kind: "user", id: "usr_1", email, name: "Owner", role: "MODEL_OWNER", sessionId: "ses_1" } as const;
  const owner = { ...ctx, actor };
  const own = await registerModel(ctx, { name: "Own", ownerEmail: email });
  const rule = await createRule(owner, ruleOf({ service: "own", modelId: own.id }));
  await expect(createRule(owner, ruleOf({ service: "foreign" }))).rejects.toMatchObject({ code: "insufficient_scope" });
  const foreign = await createRule(ctx, ruleOf({ service: "foreign" }));
  await expect(
    createRule(owner, ruleOf({ service: "foreign", model: "gpt-4o", modelId: own.id })),
  ).rejects.toMatchObject({
    code: "insufficient_scope",
    message: expect.stringContaining(`would override the rule ${foreign.id}`),
  });
  await createRule(owner, ruleOf({ service: "own", model: "gpt-4o", modelId: own.id }));
  await expect(deleteRule(owner, foreign.id)).rejects.toMatchObject({ code: "insufficient_scope" });
  await deleteRule(owner, rule.id);
});

test("rules are recorded on the chain", async () => {
  const rule = await createRule(ctx, ruleOf({ service: "sealed" }));
  const { data } = await listEvents(ctx, ListEventsQuery.parse({ eventType: "CONFIG_CHANGE", limit: "1" }));
  expect(data[0]?.payload).toMatchObject({
    kind: "TELEMETRY_RULE_CREATED",
    ruleId: rule.id,
    service: "sealed",
    modelId,
  });
  expect(await verifyChain(ctx, { mode: "full" })).toMatchObject({ status: "ok" });
});
