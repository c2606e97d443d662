import { beforeAll, describe, expect, test } from "vitest";
import { apiKeys } from "@/app/v1/api-keys";
import { audit as auditRoutes } from "@/app/v1/audit";
import { auditVerification } from "@/app/v1/audit-verification";
import { models } from "@/app/v1/models";
import { organisation } from "@/app/v1/organisation";
import { savedViews } from "@/app/v1/saved-views";
import { verify } from "@/app/v1/verify";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { registerModel } from "@/lib/domains/models";
import { systemClock } from "@/lib/platform/core/clock";
import { scopes } from "@/lib/platform/core/roles";
import { unknownMethodHeader } from "@/lib/platform/http/request";
import type { NextHandler } from "@/lib/platform/http/types";
import { rateClasses } from "@/lib/platform/rate-limits";
import { ownTestDatabase } from "@/tools/database/testing";

const { "/v1/audit": audit, "/v1/audit/batch": batch } = auditRoutes;
const verifyChain = auditVerification["/v1/audit/verify-chain"];
const published = verify["/v1/verify/keys"];

ownTestDatabase();
let key: string;
let modelId: string;
let starterKey: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  const ctx = await createTestContext(systemClock);
  key = (await createApiKey(ctx, { name: "test", scopes: [...scopes] })).key;
  modelId = (await registerModel(ctx, { name: "Credit scoring" })).id;
  const starter = await createTestContext(systemClock, { tier: "STARTER" });
  starterKey = (await createApiKey(starter, { name: "test", scopes: [...scopes] })).key;
});

interface Sent {
  headers?: Record<string, string>;
  body?: unknown;
  params?: Record<string, string>;
}

async function call(handler: NextHandler, method: string, path: string, sent: Sent = {}) {
  const headers = new Headers({ authorization: `Bearer ${key}`, ...sent.headers });
  if (sent.body !== undefined) headers.set("content-type", "application/json");
  const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
  const request = new Request(`http://localhost/v1/${path}`, { method, headers, ...body });
  const response = await handler(request, { params: Promise.resolve(sent.params ?? {}) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

describe("every response to a known caller reports its rate limit", () => {
  test.each<[string, NextHandler, string, string, Sent, number]>([
    ["activity", organisation["/v1/activity"].GET, "GET", "activity", {}, 200],
    ["OPTIONS", audit.OPTIONS, "OPTIONS", "audit", {}, 204],
    ["an unsupported method", audit.DELETE, "DELETE", "audit", {}, 405],
    ["a bad query", audit.GET, "GET", "audit?limit=0", {}, 400],
    ["a bad body", audit.POST, "POST", "audit", { body: [] }, 400],
  ])("%s", async (_, handler, method, path, sent, status) => {
    const answer = await call(handler, method, path, sent);
    expect(answer.status).toBe(status);
    expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
  });

  test("public verification and OPTIONS of an unknown caller report no rate limit", async () => {
    const exempt = [
      await call(published.OPTIONS, "OPTIONS", "verify/keys"),
      await call(audit.OPTIONS, "OPTIONS", "audit", { headers: { authorization: "Bearer gas_live_unknown" } }),
    ];
    for (const { status, headers } of exempt) {
      expect([status, headers.get("x-ratelimit-limit")]).toEqual([204, null]);
    }
  });
});

test("an unsupported method returns the methods of the resource", async () => {
  const answer = await call(audit.OPTIONS, "OPTIONS", "audit", { headers: { [unknownMethodHeader]: "TRACE" } });
  expect(answer).toMatchObject({
    status: 405,
    body: { message: "TRACE is not allowed. Use GET, POST, HEAD, OPTIONS." },
  });
  expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
});

test("a batch with more events than the per-minute limit is a 422 with the limit", async () => {
  const maxEvents = rateClasses["audit.write"].STARTER;
  const event = { modelId, eventType: "INFERENCE", payload: {} };
  const headers = { authorization: `Bearer ${starterKey}` };
  const tooMany = await call(batch.POST, "POST", "audit/batch", {
    headers,
    body: { events: Array(maxEvents + 1).fill(event) },
  });
  expect(tooMany).toMatchObject({ status: 422, body: { error: "batch_exceeds_limit", maxEvents } });
  expect(tooMany.headers.get("x-ratelimit-remaining")).toBe(String(maxEvents - 1));
  const whole = await call(batch.POST, "POST", "audit/batch", {
    headers,
    body: { events: Array(maxEvents).fill(event) },
  });
  expect(whole).toMatchObject({ status: 429, body: { error: "rate_limited" } });
});

describe("an incorrectly sent key is a 401, and the message shows the correct header", () => {
  test.each<[string, (key: string) => Record<string, string>, RegExp]>([
    ["without Bearer", (given) => ({ authorization: given }), /must start with Bearer/],
    ["as a Basic user name", (given) => ({ authorization: `Basic ${btoa(`${given}:`)}` }), /^Basic auth/],
    ["with another scheme", (given) => ({ authorization: `Token ${given}` }), /^Send the API key/],
    ["with no key", () => ({ authorization: "Bearer " }), /^Send/],
  ])("%s", async (_, headers, message) => {
    const answer = await call(audit.GET, "GET", "audit", { headers: headers(key) });
    expect(answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(answer.body.message).toMatch(message);
    expect(answer.body.message).toContain("Authorization: Bearer <API_KEY>");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});

test("a missing scope is always named; it is `session` for operations that require a session", async () => {
  expect(await call(savedViews["/v1/saved-views"].GET, "GET", "saved-views")).toMatchObject({
    status: 403,
    body: { error: "insufficient_scope", requiredScope: "session" },
  });
});

test("a literal tag may contain a comma, and an event must have all given tags", async () => {
  const append = (tags: string[]) =>
    call(audit.POST, "POST", "audit", { body: { modelId, eventType: "INFERENCE", payload: {}, tags } });
  const one = await append(["eu,west", "x"]);
  await append(["eu", "west", "x"]);
  const found = async (query: string) => {
    const { body } = await call(audit.GET, "GET", `audit?${query}`);
    return body.data.map(({ id }: { id: string }) => id) as string[];
  };
  expect(await found("tag=eu%2Cwest&tag=x")).toEqual([one.body.id]);
  expect(await found("tag=eu%2Cwest&tags=x")).toEqual([one.body.id]);
  expect(await found("tag=eu%2Cwest&tag=west")).toEqual([]);
  expect(await found("tags=eu,west")).toHaveLength(1);
  expect(await found("tag=x")).toHaveLength(2);
});

test("an operation whose body has only optional members needs no body", async () => {
  expect((await call(verifyChain.POST, "POST", "audit/verify-chain")).status).toBe(200);
  const missing = await call(apiKeys["/v1/api-keys/{id}/rotate"].POST, "POST", "api-keys/x/rotate", {
    params: { id: "key_unknown" },
  });
  expect(missing.status).toBe(404);
  expect((await call(models["/v1/models"].POST, "POST", "models")).status).toBe(415);
});

test.each([
  ["a number beyond 2^53", '{"payload":{"n":9007199254740993}}', "payload.n"],
  ["a duplicate member", '{"payload":{"n":1,"n":2}}', "payload.n"],
])("%s is rejected with its path", async (_, text, path) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const request = new Request("http://localhost/v1/audit", { method: "POST", headers, body: text });
  const response = await audit.POST(request, { params: Promise.resolve({}) });
  expect([response.status, await response.json()]).toMatchObject([400, { error: "invalid_json", details: [{ path }] }]);
});
