import { beforeAll, expect, test } from "vitest";
import * as rotation from "@/app/v1/api-keys/[id]/rotate/route";
import * as item from "@/app/v1/api-keys/[id]/route";
import * as list from "@/app/v1/api-keys/route";
import { callRoute, readAnswer, resourceCaller } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { createTestMember, openTestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { rolePermissions, type Scope, scopes } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
});

type Body = Record<string, unknown> & { id: string; key: string };

const send = resourceCaller<Body>("/v1/api-keys");

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
  const given = { key, body: input, headers: { "idempotency-key": "once" } };
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
  const given = { key, id, body: { overlapSeconds: 60 }, headers: { "idempotency-key": "once" } };
  const first = await send(rotation.POST, "POST", given);
  const repeat = await send(rotation.POST, "POST", given);
  expect([first.status, repeat.status]).toEqual([201, 201]);
  expect(repeat.body.id).toBe(first.body.id);
  expect(repeat.body.key).toBeUndefined();
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
