import { gzipSync } from "node:zlib";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { beforeAll, describe, expect, test } from "vitest";
import { audit } from "@/app/v1/audit";
import { otlp } from "@/app/v1/otlp";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import { registerModel } from "@/lib/domains/models";
import { chat, encodeSpans, recordSpans } from "@/lib/domains/opentelemetry/testing/spans";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const protobuf = { "content-type": "application/x-protobuf" };
const json = { "content-type": "application/json" };

interface Tenant {
  ctx: Context;
  key: string;
  modelId: string;
}
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  [tenant, other] = [await makeTenant(), await makeTenant()];
});

async function makeTenant(): Promise<Tenant> {
  const ctx = await createTestContext(systemClock);
  const { key } = await createApiKey(ctx, { name: "agent", scopes: ["audit:write", "audit:read"] });
  return { ctx, key, modelId: (await registerModel(ctx, { name: "Support bot" })).id };
}

async function send(
  body: BodyInit,
  headers: Record<string, string> = protobuf,
  given: Partial<Tenant & { path: "traces" | "logs" }> = {},
) {
  const { POST } = otlp[`/v1/otlp/v1/${given.path ?? "traces"}`];
  const request = new Request("http://localhost/v1/otlp/v1/traces", {
    method: "POST",
    headers: { authorization: `Bearer ${given.key ?? tenant.key}`, ...headers },
    body,
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
}

async function eventsOf({ key, modelId }: Tenant) {
  const request = new Request(`http://localhost/v1/audit?limit=100&modelId=${modelId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return ((await (await audit["/v1/audit"].GET(request, { params: Promise.resolve({}) })).json()) as EventList).data;
}

test("a trace becomes events of its model: model call, tool call and agent step, each once", async () => {
  const spans = recordSpans(tenant.modelId, [
    { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "Triage" },
    chat,
    { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search" },
    { "http.request.method": "GET" },
  ]);
  const traceId = spans[0]?.spanContext().traceId;
  const sent = await send(encodeSpans(spans));
  expect(sent).toMatchObject({ status: 200, type: "application/x-protobuf", bytes: Buffer.alloc(0) });
  const events = await eventsOf(tenant);
  expect(events).toHaveLength(3);
  expect(events.map(({ eventType, payload, verified }) => [eventType, payload?.kind, verified]).sort()).toEqual([
    ["DATA_ACCESS", "TOOL_CALL", true],
    ["INFERENCE", "AGENT_STEP", true],
    ["INFERENCE", "MODEL_CALL", true],
  ]);
  expect(events.every(({ tags, payload }) => tags[0] === `trace:${traceId}` && payload?.traceId === traceId)).toBe(
    true,
  );

  for (const [body, headers] of [
    [encodeSpans(spans), protobuf],
    [encodeSpans(spans, "json"), json],
    [new Uint8Array(gzipSync(encodeSpans(spans))), { ...protobuf, "content-encoding": "gzip" }],
  ] as const) {
    expect((await send(body, headers)).status).toBe(200);
  }
  expect(await eventsOf(tenant)).toHaveLength(3);
});

test("spans of unregistered models are rejected with their number and names, and the others are recorded", async () => {
  const before = (await eventsOf(tenant)).length;
  const spans = [...recordSpans("support-bot", [chat, chat]), ...recordSpans(tenant.modelId, [chat])];
  const answer = await send(encodeSpans(spans, "json"), json);
  expect(answer).toMatchObject({ status: 200, type: "application/json; charset=utf-8" });
  expect(JSON.parse(answer.bytes.toString())).toEqual({
    partialSuccess: {
      rejectedSpans: "2",
      errorMessage: expect.stringContaining(
        '2 records were rejected: no registered model for model "gpt-4o", provider "openai", service "support-bot" (2). In the dashboard, go to',
      ),
    },
  });
  const binary = await send(encodeSpans(spans));
  expect(binary.status).toBe(200);
  const { partialSuccess } = ProtobufTraceSerializer.deserializeResponse(binary.bytes);
  expect(partialSuccess).toEqual({ rejectedSpans: 2, errorMessage: expect.stringContaining('model "gpt-4o"') });
  expect((await eventsOf(tenant)).length).toBe(before + 1);
});

test("a model of another organisation is not registered", async () => {
  const answer = await send(encodeSpans(recordSpans(other.modelId, [chat]), "json"), json);
  expect(JSON.parse(answer.bytes.toString())).toMatchObject({ partialSuccess: { rejectedSpans: "1" } });
  expect(await eventsOf(other)).toEqual([]);
});

test("a span without valid IDs is rejected, and one in the future too", async () => {
  const attributes = Object.entries(chat).map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
  const resource = { attributes: [{ key: "service.name", value: { stringValue: tenant.modelId } }] };
  const spans = [
    { spanId: "eee19b7ec3c1b174", attributes },
    {
      traceId: "5b8efff798038103d269b633813fc60c",
      spanId: "eee19b7ec3c1b174",
      startTimeUnixNano: "18446744073709551615",
      attributes,
    },
  ];
  const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
  const message = JSON.parse((await send(body, json)).bytes.toString()).partialSuccess.errorMessage;
  expect(message).toContain("2 records were rejected: missing or invalid trace ID or span ID (1); ");
  expect(message).toContain("timestamp: must not be more than 5 minutes in the future (1).");
});

test("log records of a span are recorded as details of its call, in any order, and each once", async () => {
  const own = await makeTenant();
  const spans = recordSpans(own.modelId, [chat]);
  const { traceId, spanId } = spans[0]?.spanContext() ?? {};
  const details = {
    eventName: "gen_ai.client.inference.operation.details",
    attributes: Object.entries(chat).map(([key, value]) => ({ key, value: { stringValue: String(value) } })),
  };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: own.modelId } }] };
  const logRecords = [
    { ...details, traceId, spanId, timeUnixNano: "1768471200000000000" },
    { ...details, traceId, spanId, timeUnixNano: "1768471201000000000" },
    { eventName: "gen_ai.user.message", traceId, spanId, body: { stringValue: "Hello" } },
    { ...details, timeUnixNano: "1768471200000000000" },
  ];
  const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
  const given = { ...own, path: "logs" } as const;
  expect((await send(body, json, given)).bytes.toString()).toBe("{}");
  expect((await send(encodeSpans(spans), protobuf, own)).bytes).toHaveLength(0);
  expect((await send(body, json, given)).bytes.toString()).toBe("{}");
  const kinds = (await eventsOf(own)).map(({ eventType, payload }) => `${eventType} ${payload?.kind}`);
  expect(kinds.sort()).toEqual([
    ...Array(3).fill("DATA_ACCESS CALL_DETAILS"),
    ...Array(2).fill("INFERENCE MODEL_CALL"),
  ]);
});

describe("bad requests", () => {
  const spans = encodeSpans(recordSpans("support-bot", [chat]));
  const gzip = { ...protobuf, "content-encoding": "gzip" };
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(33 * 1024 * 1024)));
  test.each<[string, BodyInit, Record<string, string>, number, string]>([
    ["truncated protobuf", spans.slice(0, -3), protobuf, 400, "is not a protobuf-encoded ExportTraceServiceRequest"],
    ["JSON as protobuf", "{}", protobuf, 400, "is not a protobuf-encoded ExportTraceServiceRequest"],
    ["bytes that are not gzip", spans, gzip, 400, "is not valid gzip"],
    ["truncated gzip", new Uint8Array(gzipSync(spans)).slice(0, -9), gzip, 400, "is not valid gzip"],
    ["32 MiB and more after decompression", bomb, gzip, 413, "must not exceed 33554432 bytes"],
    ["a body of more than 8 MiB", new Uint8Array(8 * 1024 * 1024 + 1), protobuf, 413, "must not exceed 8388608 bytes"],
    ["an unknown key", spans, { ...protobuf, authorization: "Bearer gas_live_unknown" }, 401, "API key"],
  ])("%s: the error is a protobuf-encoded Status", async (_, body, headers, status, message) => {
    const answer = await send(body, headers);
    expect(answer).toMatchObject({ status, type: "application/x-protobuf" });
    expect(answer.bytes[0]).toBe(0x12);
    expect(answer.bytes.toString()).toContain(message);
  });

  test.each<[string, string, Record<string, string>, number, string]>([
    ["text that is not JSON", "{", json, 400, "invalid_json"],
    ["spans that are not a list", '{"resourceSpans":1}', json, 400, "validation_failed"],
    ["another type", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["another encoding", "{}", { ...json, "content-encoding": "br" }, 415, "unsupported_media_type"],
  ])("%s: the error is JSON", async (_, body, headers, status, error) => {
    const answer = await send(body, headers);
    expect(answer).toMatchObject({ status, type: "application/json; charset=utf-8" });
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({ error, message: expect.any(String) });
  });

  test("more operations than the limit of a minute are rejected, and a used-up limit is retryable", async () => {
    const ctx = await createTestContext(systemClock, { rateLimitOverrides: { "audit.write": 3 } });
    const { key } = await createApiKey(ctx, { name: "agent", scopes: ["audit:write"] });
    const four = encodeSpans(recordSpans("support-bot", [chat, chat, chat, chat]), "json");
    expect(await send(four, json, { key })).toMatchObject({ status: 422 });
    const answer = await send(encodeSpans(recordSpans("support-bot", [chat, chat, chat])), protobuf, { key });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  test("an empty request succeeds", async () => {
    expect(await send("", protobuf)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    expect((await send("{}", json)).bytes.toString()).toBe("{}");
  });
});
