import { beforeAll, expect, test } from "vitest";
import * as item from "@/app/v1/alert-policies/[id]/route";
import * as preview from "@/app/v1/alert-policies/preview/route";
import * as list from "@/app/v1/alert-policies/route";
import { callRoute, readAnswer } from "@/app/v1/testing";
import type { AlertPolicy, AlertPolicyList, AlertRulePreview } from "@/lib/alert-policies/schemas";
import { createApiKey } from "@/lib/api-keys";
import { createTestContext } from "@/lib/api-keys/testing";
import { createTestMember, openTestSession } from "@/lib/auth/testing";
import { systemClock } from "@/lib/clock";
import type { NextHandler } from "@/lib/http/types";
import { roles, type Scope, scopes } from "@/lib/roles";
import { ownTestDatabase } from "@/scripts/database/testing";

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

interface Sent {
  key?: string | undefined;
  body?: unknown;
  id?: string;
  query?: string;
  headers?: Record<string, string>;
}

interface Body extends AlertPolicy, AlertPolicyList, AlertRulePreview {
  error: string;
  requiredScope: string;
  details: { path: string; message: string }[];
}

async function send(handler: NextHandler, method: string, given: Sent = {}) {
  const { headers, body, id, query = "" } = given;
  const path = handler === preview.POST ? "/preview" : id === undefined ? "" : `/${encodeURIComponent(id)}`;
  const response = await callRoute(handler, method, `/v1/alert-policies${path}${query}`, {
    ...(!headers?.cookie && { key: "key" in given ? given.key : key }),
    headers,
    body,
    params: id === undefined ? {} : { id },
  });
  return readAnswer<Body>(response);
}

const input = { name: "Grave", rule: { minSeverity: "HIGH" } };
const create = (given: Sent = {}) => send(list.POST, "POST", { body: input, ...given });

test("a policy is created, listed, read, changed and deleted", async () => {
  const tenant = { key: await keyWith([...scopes]) };
  const created = await create(tenant);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.headers.get("location")).toBe(`/v1/alert-policies/${id}`);
  const read = await send(item.GET, "GET", { ...tenant, id });
  expect(read.body).toEqual(created.body);
  expect(read.headers.get("etag")).toBe(created.headers.get("etag"));
  const listed = await send(list.GET, "GET", tenant);
  expect(listed.body).toEqual({ data: [created.body], pagination: { total: 1, limit: 25, offset: 0, hasMore: false } });
  expect((await send(list.GET, "GET", { ...tenant, query: "?enabled=false" })).body.pagination.total).toBe(0);

  const given = { ...tenant, id, headers: { "if-match": read.headers.get("etag") ?? "" } };
  const changed = await send(item.PATCH, "PATCH", { ...given, body: { mutedUntil: "2099-01-15T10:00:00+01:00" } });
  expect(changed).toMatchObject({ status: 200, body: { mutedUntil: "2099-01-15T09:00:00.000Z" } });
  const refused = await send(item.PATCH, "PATCH", { ...given, body: { name: "x" } });
  expect(refused).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
  expect(refused.headers.get("etag")).toBe(changed.headers.get("etag"));

  expect((await send(item.DELETE, "DELETE", { ...tenant, id })).status).toBe(204);
  expect((await send(item.DELETE, "DELETE", { ...tenant, id })).status).toBe(404);
});

test("a repeated creation makes one policy", async () => {
  const headers = { "idempotency-key": "once" };
  const [first, again] = [await create({ headers }), await create({ headers })];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("a rule is tried on past events", async () => {
  await create();
  const { status, body } = await send(preview.POST, "POST", { body: { rule: { eventTypes: ["CONFIG_CHANGE"] } } });
  expect(status).toBe(200);
  expect(body.alerts).toBeGreaterThan(0);
  expect(body.events[0]).toMatchObject({ message: "CONFIG_CHANGE of severity INFO", observed: null, threshold: null });
});

const operations: [string, NextHandler, Sent, Scope][] = [
  ["GET", list.GET, {}, "audit:read"],
  ["GET", item.GET, { id: "pol_x" }, "audit:read"],
  ["POST", preview.POST, { body: { rule: input.rule } }, "audit:read"],
  ["POST", list.POST, { body: input }, "admin"],
  ["PATCH", item.PATCH, { id: "pol_x", body: { enabled: false } }, "admin"],
  ["DELETE", item.DELETE, { id: "pol_x" }, "admin"],
];

test("every operation needs a key, and its scope: no other will do", async () => {
  for (const scope of ["audit:read", "admin"] as const) {
    const everythingElse = await keyWith(scopes.filter((other) => other !== scope));
    for (const [method, handler, given, needed] of operations.filter(([, , , one]) => one === scope)) {
      expect((await send(handler, method, { ...given, key: undefined })).status).toBe(401);
      const refused = await send(handler, method, { ...given, key: everythingElse });
      expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope", requiredScope: needed } });
    }
  }
});

test("of people approvers and administrators say what raises an alert, and everybody reads it", async () => {
  const { organisation } = await createTestContext(systemClock);
  for (const role of roles) {
    const { headers } = await openTestSession(await createTestMember(organisation.id, { role }));
    const mayConfigure = role === "APPROVER" || role === "ADMIN";
    expect((await send(list.GET, "GET", { headers })).status).toBe(200);
    expect([role, (await create({ headers })).status]).toEqual([role, mayConfigure ? 201 : 403]);
    const tried = await send(preview.POST, "POST", { headers, body: { rule: input.rule } });
    expect([role, tried.status]).toEqual([role, mayConfigure ? 200 : 403]);
  }
});
