import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Scope } from "@/lib/platform/core/roles";
import type { TestOrganisation } from "../support/organisation";
import { expect, test } from "./fixtures";
import type { Stock } from "./support/stock";

/** Each tool with its scope, its arguments for a record of an organisation, and a part of its result. */
const tools: Record<
  string,
  { scope: Scope; given: (stock: Stock) => Record<string, unknown>; result: Record<string, unknown> }
> = {
  search_events: {
    scope: "audit:read",
    given: ({ model }) => ({ modelId: model.id, eventType: "INFERENCE" }),
    result: { events: [{ eventType: "INFERENCE", payload: { latencyMs: 12 }, verified: true }] },
  },
  verify_event: { scope: "audit:read", given: ({ event }) => ({ eventId: event.id }), result: { valid: true } },
  explain_detection: {
    scope: "shadow_ai:read",
    given: ({ detection }) => ({ detectionId: detection.id }),
    result: { detection: { status: "INVESTIGATING", details: { aiProvider: "OpenAI" } } },
  },
  draft_triage: {
    scope: "shadow_ai:read",
    given: ({ detection }) => ({ detectionId: detection.id }),
    result: { status: "INVESTIGATING", applied: false },
  },
  read_coverage: {
    scope: "evidence:read",
    given: ({ model }) => ({
      modelId: model.id,
      framework: "EU_AI_ACT_ANNEX_IV",
      from: "2026-01-01T00:00:00.000Z",
      to: "2026-12-31T00:00:00.000Z",
    }),
    result: { latestPackage: { id: expect.stringMatching(/^epkg_/) } },
  },
  verify_package: {
    scope: "evidence:read",
    given: ({ evidence }) => ({ packageId: evidence.id, packageHash: evidence.packageHash }),
    result: { packageId: expect.stringMatching(/^epkg_/), authentic: true, failedCheck: null },
  },
};

async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** The recorded calls of a key, oldest first. */
async function recordedCalls({ api }: TestOrganisation, keyId: string): Promise<AuditEvent[]> {
  const { body } = await api.get<{ data: AuditEvent[] }>("/v1/audit?tags=mcp&limit=100");
  return body.data.filter(({ actor }) => actor?.id === keyId).reverse();
}

test("a client lists the tools and calls each, and every call is on the verified chain", async ({
  application,
  own,
}) => {
  const { organisation } = own;
  const key = await organisation.key(["audit:read", "shadow_ai:read", "evidence:read"]);
  const client = await connect(application.url, key.key);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name).sort()).toEqual(Object.keys(tools).sort());
  for (const [name, { given, result }] of Object.entries(tools)) {
    const answer = await client.callTool({ name, arguments: given(own) });
    expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
    expect(answer.structuredContent).toMatchObject(result);
  }
  await expect(client.callTool({ name: "update_detection", arguments: {} })).rejects.toThrow("Unknown tool");

  const calls = await recordedCalls(organisation, key.id);
  expect(calls.map(({ payload }) => payload?.outcome)).toEqual([
    ...Object.keys(tools).map(() => "ANSWERED"),
    "REJECTED",
  ]);
  expect(calls.slice(0, -1).map(({ payload }) => payload?.tool)).toEqual(Object.keys(tools));
  expect(calls.every(({ verified, eventType }) => verified && eventType === "DATA_ACCESS")).toBe(true);
  const { body } = await organisation.api.post<{ verdicts: Record<string, string> }>("/v1/audit/verify-chain", {});
  expect(body.verdicts).toMatchObject({ content: "ok", linkage: "ok" });
});

for (const [name, { scope, given }] of Object.entries(tools)) {
  // The caller is a new organisation, because its chain records the IDs that it sends.
  test(`${name} is rejected without ${scope}, and cannot read another organisation`, async ({
    application,
    organisation,
    other,
  }) => {
    const without = await organisation.key(["webhooks:read"]);
    const rejected = await (await connect(application.url, without.key)).callTool({ name, arguments: given(other) });
    expect(rejected).toMatchObject({
      isError: true,
      content: [{ text: `The API key does not have the required scope ${scope}.` }, {}],
    });
    expect(await recordedCalls(organisation, without.id)).toMatchObject([
      { payload: { tool: name, outcome: "REJECTED", error: "insufficient_scope" } },
    ]);

    const client = await connect(application.url, (await organisation.key([scope])).key);
    const foreign = await client.callTool({ name, arguments: given(other) });
    if (name === "search_events") expect(foreign.structuredContent).toMatchObject({ events: [] });
    else {
      expect(foreign.isError).toBe(true);
      expect(JSON.stringify(foreign.content)).toMatch(/"error\\":\\"(?:not_found|model_not_registered)/);
    }
  });
}

test("a wrong key returns 401 with WWW-Authenticate, and other methods return 405", async ({ application }) => {
  const headers = { Authorization: "Bearer gas_live_wrong", "Content-Type": "application/json" };
  const wrong = await fetch(`${application.url}/mcp`, { method: "POST", headers, body: "{}" });
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  expect(await wrong.json()).toMatchObject({ error: "unauthorized", requestId: wrong.headers.get("x-request-id") });
  const get = await fetch(`${application.url}/mcp`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  await expect(connect(application.url, "gas_live_wrong")).rejects.toThrow("401");
});
