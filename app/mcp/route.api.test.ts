import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/domains/api-keys";
import { listEvents } from "@/lib/domains/audit-chain";
import { type Analyst, createAnalyst, openDetection } from "@/lib/domains/shadow-ai/testing/detections";
import { systemClock } from "@/lib/platform/core/clock";
import type { Scope } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";
import { POST } from "./route.api";

ownTestDatabase();

let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst();
  // Routes use the system clock.
  analyst.clock.nowMs = systemClock.now();
});

const serve = (input: RequestInfo | URL, init?: RequestInit) =>
  init?.method === "POST"
    ? POST(new Request(input, init), { params: Promise.resolve({}) })
    : Promise.resolve(new Response(null, { status: 405 }));

async function keyWith(scopes: Scope[], { ctx } = analyst): Promise<string> {
  return (await createApiKey(ctx, { name: "Assistant", scopes })).key;
}

async function connect(scopes: Scope[], versionNegotiation: { mode: "auto" | "legacy" } = { mode: "auto" }) {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation });
  const headers = { Authorization: `Bearer ${await keyWith(scopes)}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: serve, requestInit: { headers } }),
  );
  return client;
}

/** The recorded calls, oldest first. */
async function recordedCalls() {
  const { data } = await listEvents(analyst.ctx, { tag: ["mcp"], limit: 50 });
  return data.reverse();
}

describe.each(["auto", "legacy"] as const)("a client with protocol negotiation %s", (mode) => {
  test("lists the tools, and calls one that is recorded with its actor", async () => {
    const client = await connect(["audit:read"], { mode });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_events",
      "verify_event",
      "explain_detection",
      "draft_triage",
      "read_coverage",
      "verify_package",
    ]);
    expect(tools.every(({ annotations, outputSchema }) => annotations?.readOnlyHint && outputSchema)).toBe(true);

    const { structuredContent } = await client.callTool({ name: "search_events", arguments: { limit: 1 } });
    expect(structuredContent).toMatchObject({ events: [{ verified: true }], pagination: { limit: 1 } });
    const [call] = await recordedCalls();
    expect(call).toMatchObject({
      eventType: "DATA_ACCESS",
      severity: "INFO",
      verified: true,
      actor: { type: "SERVICE", displayName: "Assistant" },
      payload: {
        kind: "MCP_TOOL_CALLED",
        tool: "search_events",
        arguments: { limit: 1 },
        outcome: "ANSWERED",
        error: null,
        requestId: expect.stringMatching(/^req_/),
      },
    });
  });
});

test("a call without the tool's scope is rejected with the name of the scope, and recorded", async () => {
  const client = await connect(["audit:read"]);
  const { id } = await openDetection(analyst);
  const result = await client.callTool({ name: "explain_detection", arguments: { detectionId: id } });
  expect(result).toMatchObject({
    isError: true,
    content: [
      { text: "The API key does not have the required scope shadow_ai:read." },
      { text: expect.stringContaining('"error":"insufficient_scope"') },
    ],
  });
  expect(result.structuredContent).toBeUndefined();
  expect(await recordedCalls()).toMatchObject([
    {
      severity: "MEDIUM",
      payload: { outcome: "REJECTED", error: "insufficient_scope", arguments: { detectionId: id } },
    },
  ]);
});

test("invalid arguments name the field, and only harmless values are recorded", async () => {
  const client = await connect(["audit:read"]);
  const secret = "gas_live_8sKq2LmN4pR6tVw9xYz1_abcdef";
  const result = await client.callTool({
    name: "search_events",
    arguments: { limit: 51, eventType: "INFERENCE", modelId: secret, colour: "red" },
  });
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result.content)).toContain('\\"path\\":\\"limit\\",\\"message\\":\\"must be at most 50\\"');
  expect(JSON.stringify(result.content)).toContain('\\"path\\":\\"colour\\"');
  const calls = await recordedCalls();
  expect(calls).toMatchObject([
    {
      payload: {
        error: "validation_failed",
        arguments: {
          limit: 51,
          eventType: "INFERENCE",
          modelId: expect.stringMatching(/^sha256:/),
          colour: expect.stringMatching(/^sha256:/),
        },
      },
    },
  ]);
  expect(JSON.stringify(calls)).not.toContain(secret);
});

test("an unknown tool is a protocol error that lists the tools, and is recorded", async () => {
  const client = await connect(["audit:read"]);
  await expect(client.callTool({ name: "resolve_detection", arguments: {} })).rejects.toThrow(
    /Unknown tool\. Tools: search_events, /,
  );
  expect(await recordedCalls()).toMatchObject([{ payload: { outcome: "REJECTED", error: "not_found" } }]);
});

test("the rate limit of an operation also applies to its tool", async () => {
  analyst = await createAnalyst({ tier: "FOUNDING_PARTNER", rateLimitOverrides: { "audit.verify": 1 } });
  analyst.clock.nowMs = systemClock.now();
  const client = await connect(["audit:read"]);
  const call = () => client.callTool({ name: "verify_event", arguments: { eventId: "evt_none" } });
  const texts = [await call(), await call(), await call()].map(({ content }) => JSON.stringify(content));
  // The minute may end between two calls.
  expect(texts.some((text) => text.includes("Rate limit exceeded: 1 requests per minute"))).toBe(true);
});

test("a draft of a triage step changes nothing", async () => {
  const client = await connect(["shadow_ai:read"]);
  const { id } = await openDetection(analyst);
  const explain = () => client.callTool({ name: "explain_detection", arguments: { detectionId: id } });
  const { structuredContent: before } = await explain();
  expect(before).toMatchObject({ detection: { id, status: "OPEN", verified: true } });
  const { structuredContent: draft } = await client.callTool({ name: "draft_triage", arguments: { detectionId: id } });
  expect(draft).toMatchObject({ detectionId: id, status: "OPEN", change: { status: "INVESTIGATING" }, applied: false });
  expect((await explain()).structuredContent).toEqual(before);
});

describe("HTTP", () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const post = (body: unknown, headers: Record<string, string>) =>
    serve("http://localhost/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(body),
    });

  test("requests without a valid key return 401 with WWW-Authenticate", async () => {
    const without = await post(message, {});
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const wrong = await post(message, { Authorization: "Bearer gas_live_wrong" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  });

  test.each([
    ["http://attacker.example", "attacker.example", 403],
    ["http://attacker.example", "localhost", 403],
    ["null", "localhost", 403],
    ["http://localhost", "localhost", 200],
    [undefined, "localhost", 200],
  ])("a request with the origin %s to the host %s returns %s", async (origin, host, status) => {
    const headers = { Authorization: `Bearer ${await keyWith([])}`, Host: host, ...(origin && { Origin: origin }) };
    expect((await post(message, headers)).status).toBe(status);
  });

  test("a body that is not a message returns 400, and carries the request ID and the rate limit", async () => {
    const response = await post([message], { Authorization: `Bearer ${await keyWith([])}` });
    expect(response.status).toBe(400);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(response.headers.get("x-ratelimit-limit")).not.toBeNull();
  });
});
