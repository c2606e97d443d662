import { beforeAll, expect, test } from "vitest";
import * as rotation from "@/app/v1/api-keys/[id]/rotate/route";
import * as item from "@/app/v1/api-keys/[id]/route";
import * as list from "@/app/v1/api-keys/route";
import { callRoute, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/api-keys";
import { createTestContext } from "@/lib/api-keys/testing";
import { createTestMember, openTestSession } from "@/lib/auth/testing";
import { systemClock } from "@/lib/clock";
import { pool } from "@/lib/db";
import type { NextHandler } from "@/lib/http/types";
import { rolePermissions, type Scope, scopes } from "@/lib/roles";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
});

interface Sent {
  key?: string;
  body?: unknown;
  id?: string;
  query?: string;
  idempotencyKey?: string;
}

type Body = Record<string, unknown> & { id: string; key: string };

async function send(handler: NextHandler, method: string, given: Sent) {
  const { key, body, id, query = "", idempotencyKey } = given;
  const path = id === undefined ? "" : `/${encodeURIComponent(id)}`;
  const response = await callRoute(handler, method, `/v1/api-keys${path}${query}`, {
    key,
    headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
    body,
    params: id === undefined ? {} : { id },
  });
  return readAnswer<Body>(response);
}

async function administrator(given: Scope[] = ["admin", "audit:write"]): Promise<string> {
  const ctx = await createTestContext(systemClock);
  return (await createApiKey(ctx, { name: "Administrator", scopes: given })).key;
}

const input = { name: "CI", scopes: ["audit:write"] };

test("a key is created, listed, read, rotated and revoked", async () => {
  const key = await administrator();
  const created = await send(list.POST, "POST", { key, body: input });
  expect(created.status).toBe(201);
  const { key: secret, ...shown } = created.body;
  expect(secret).toMatch(/^gas_live_/);

  const { id } = created.body;
  expect((await send(item.GET, "GET", { key, id })).body).toEqual(shown);
  const listed = await send(list.GET, "GET", { key });
  expect(listed.status).toBe(200);
  expect(listed.body).toMatchObject({
    data: [shown, { name: "Administrator" }],
    pagination: { total: 2, limit: 25, offset: 0, hasMore: false },
  });

  const rotated = await send(rotation.POST, "POST", { key, id, body: { overlapSeconds: 60 } });
  expect(rotated.status).toBe(201);
  expect((await send(item.GET, "GET", { key, id })).body).toMatchObject({ replacedById: rotated.body.id });
  expect((await send(rotation.POST, "POST", { key, id, body: {} })).status).toBe(409);

  for (let i = 0; i < 2; i++) expect((await send(item.DELETE, "DELETE", { key, id })).status).toBe(204);
  expect((await send(item.GET, "GET", { key, id })).body).toMatchObject({ status: "REVOKED" });
});

test("the answers of lists and items hold neither key nor hash", async () => {
  const key = await administrator();
  const { id } = (await send(list.POST, "POST", { key, body: input })).body;
  const item1 = (await send(item.GET, "GET", { key, id })).body;
  const expected = "createdAt,expiresAt,hint,id,lastUsedAt,livemode,name,replacedById,revokedAt,scopes,status";
  expect(Object.keys(item1).sort().join()).toBe(expected);
  const { data } = (await send(list.GET, "GET", { key })).body as unknown as { data: object[] };
  for (const one of data) expect(Object.keys(one).sort().join()).toBe(expected);
});

test("a key revokes itself, and is refused with the next request", async () => {
  const key = await administrator();
  const { data } = (await send(list.GET, "GET", { key })).body as unknown as { data: { id: string }[] };
  expect((await send(item.DELETE, "DELETE", { key, id: data[0]?.id ?? "" })).status).toBe(204);
  const refused = await send(list.GET, "GET", { key });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toContain("Bearer");
});

test("a repeated creation makes one key and does not show it again", async () => {
  const key = await administrator();
  const given = { key, body: input, idempotencyKey: "once" };
  const first = await send(list.POST, "POST", given);
  const repeat = await send(list.POST, "POST", given);
  const { key: _shownOnce, ...rest } = first.body;
  expect(repeat.status).toBe(201);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(repeat.body).toEqual(rest);
  expect((await send(list.GET, "GET", { key })).body).toMatchObject({ pagination: { total: 2 } });
  const { rows } = await pool().query<{ response: string }>("SELECT response FROM idempotency_keys");
  expect(JSON.stringify(rows)).not.toContain(first.body.key.slice(9, 39));
});

test("a repeated rotation makes one successor", async () => {
  const key = await administrator();
  const { id } = (await send(list.POST, "POST", { key, body: input })).body;
  const given = { key, id, body: { overlapSeconds: 60 }, idempotencyKey: "once" };
  const first = await send(rotation.POST, "POST", given);
  const repeat = await send(rotation.POST, "POST", given);
  expect([first.status, repeat.status]).toEqual([201, 201]);
  expect(repeat.body.id).toBe(first.body.id);
  expect(repeat.body.key).toBeUndefined();
});

const operations: [string, NextHandler, Sent][] = [
  ["GET", list.GET, {}],
  ["POST", list.POST, { body: input }],
  ["GET", item.GET, { id: "key_x" }],
  ["DELETE", item.DELETE, { id: "key_x" }],
  ["POST", rotation.POST, { id: "key_x", body: {} }],
];

test("every operation needs a key, and the scope admin: no other will do", async () => {
  const everythingElse = await administrator(scopes.filter((scope) => scope !== "admin"));
  for (const [method, handler, given] of operations) {
    expect((await send(handler, method, given)).status).toBe(401);
    const refused = await send(handler, method, { ...given, key: everythingElse });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: "insufficient_scope", requiredScope: "admin" });
  }
});

test("a key of another organisation answers as one that does not exist", async () => {
  const owner = await administrator();
  const stranger = await administrator();
  const { id: foreign } = (await send(list.POST, "POST", { key: owner, body: input })).body;
  for (const [method, handler, given] of operations.slice(2)) {
    const bodies = [];
    for (const id of [foreign, "key_01kahbc2g8m9n4q6r1s7t3v5wx", "key_\u0000"]) {
      const answer = await send(handler, method, { ...given, id, key: stranger });
      expect(answer.status).toBe(404);
      bodies.push({ ...answer.body, requestId: "" });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  }
  expect((await send(item.GET, "GET", { key: owner, id: foreign })).body).toMatchObject({ status: "ACTIVE" });
});

const invalid: [string, unknown, string][] = [
  ["no scopes", { name: "x" }, "scopes"],
  ["an unknown scope", { name: "x", scopes: ["root"] }, "scopes[0]"],
  ["an unknown field", { ...input, livemode: true }, "livemode"],
  ["an expiry that is past", { ...input, expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
];

test.for(invalid)("a new key with %s is refused", async ([, body, path]) => {
  const answer = await send(list.POST, "POST", { key: await administrator(), body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: "validation_failed", details: [{ path }] });
});

test("a page leads to the next", async () => {
  const key = await administrator();
  for (let i = 0; i < 2; i++) await send(list.POST, "POST", { key, body: input });
  const first = await send(list.GET, "GET", { key, query: "?limit=2" });
  const { nextCursor } = first.body.pagination as { nextCursor: string };
  const second = await send(list.GET, "GET", { key, query: `?limit=2&cursor=${nextCursor}` });
  expect(second.body).toMatchObject({ data: [{ name: "Administrator" }], pagination: { offset: 2, hasMore: false } });
  expect((await send(list.GET, "GET", { key, query: "?cursor=cur_00" })).body).toMatchObject({
    error: "invalid_cursor",
  });
});

test("a key issues and rotates no key with scopes that it lacks", async () => {
  const ctx = await createTestContext(systemClock);
  const { id } = await createApiKey(ctx, { name: "Approvals", scopes: ["audit:read", "shadow_ai:write"] });
  const { key } = await createApiKey(ctx, { name: "Administrator", scopes: ["admin", "audit:read"] });
  const refusal = {
    error: "insufficient_scope",
    requiredScope: "shadow_ai:write",
    message: expect.stringContaining("does not have shadow_ai:write"),
  };
  const created = await send(list.POST, "POST", {
    key,
    body: { name: "More", scopes: ["audit:read", "shadow_ai:write"] },
  });
  expect(created).toMatchObject({ status: 403, body: refusal });
  const rotated = await send(rotation.POST, "POST", { key, id, body: {} });
  expect(rotated).toMatchObject({ status: 403, body: refusal });
  expect((await send(item.GET, "GET", { key, id })).body).toMatchObject({ status: "ACTIVE", replacedById: null });
  expect((await send(list.POST, "POST", { key, body: { name: "Same", scopes: ["audit:read", "admin"] } })).status).toBe(
    201,
  );
  expect((await send(item.DELETE, "DELETE", { key, id })).status).toBe(204);
});

test("an administrator's session issues a key with the scopes of the role, and no other", async () => {
  const ctx = await createTestContext(systemClock);
  const { headers } = await openTestSession(await createTestMember(ctx.organisation.id, { role: "ADMIN" }));
  const create = async (given: Scope[]) =>
    readAnswer(await callRoute(list.POST, "POST", "/v1/api-keys", { headers, body: { name: "Key", scopes: given } }));
  for (const scope of scopes) {
    const expected = rolePermissions.ADMIN.includes(scope)
      ? { status: 201 }
      : { status: 403, body: { error: "insufficient_scope", requiredPermission: scope } };
    expect(await create([scope]), scope).toMatchObject(expected);
  }
});
