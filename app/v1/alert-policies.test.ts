import { beforeAll, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import type { AlertPolicy, AlertPolicyList, AlertRulePreview } from "@/lib/domains/alert-policies/schemas";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let key: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  key = await keyWith([...scopes]);
});

/** A key of a new organisation. */
async function keyWith(given: Scope[]): Promise<string> {
  return (await createApiKey(await createTestContext(systemClock), { name: "test", scopes: given })).key;
}

interface Body extends AlertPolicy, AlertPolicyList, AlertRulePreview {
  error: string;
  requiredScope: string;
  details: { path: string; message: string }[];
}

/** Sends a request to `/v1/alert-policies` followed by `path`. */
const send = (method: string, path = "", sent: Parameters<typeof callApi>[2] = {}) =>
  callApi<Body>(method, `/v1/alert-policies${path}`, { key, ...sent });

const input = { name: "Grave", rule: { minSeverity: "HIGH" } };
const create = (sent: Parameters<typeof callApi>[2] = {}) => send("POST", "", { body: input, ...sent });

test("a policy is created, listed, read, changed and deleted", async () => {
  const tenant = { key: await keyWith([...scopes]) };
  const created = await create(tenant);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.headers.get("location")).toBe(`/v1/alert-policies/${id}`);
  const read = await send("GET", `/${id}`, tenant);
  expect(read.body).toEqual(created.body);
  expect(read.headers.get("etag")).toBe(created.headers.get("etag"));
  const listed = await send("GET", "", tenant);
  expect(listed.body).toEqual({ data: [created.body], pagination: { total: 1, limit: 25, offset: 0, hasMore: false } });
  expect((await send("GET", "?enabled=false", tenant)).body.pagination.total).toBe(0);

  const given = { ...tenant, headers: { "if-match": read.headers.get("etag") ?? "" } };
  const changed = await send("PATCH", `/${id}`, { ...given, body: { mutedUntil: "2099-01-15T10:00:00+01:00" } });
  expect(changed).toMatchObject({ status: 200, body: { mutedUntil: "2099-01-15T09:00:00.000Z" } });
  const refused = await send("PATCH", `/${id}`, { ...given, body: { name: "x" } });
  expect(refused).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  expect(refused.headers.get("etag")).toBe(changed.headers.get("etag"));

  expect((await send("DELETE", `/${id}`, tenant)).status).toBe(204);
  expect((await send("DELETE", `/${id}`, tenant)).status).toBe(404);
});

test("a repeated creation makes one policy", async () => {
  const headers = { "idempotency-key": "once" };
  const [first, again] = [await create({ headers }), await create({ headers })];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("a rule is tried on past events", async () => {
  await create();
  const { status, body } = await send("POST", "/preview", { body: { rule: { eventTypes: ["CONFIG_CHANGE"] } } });
  expect(status).toBe(200);
  expect(body.alerts).toBeGreaterThan(0);
  expect(body.events[0]).toMatchObject({ message: "CONFIG_CHANGE of severity INFO", observed: null, threshold: null });
});
