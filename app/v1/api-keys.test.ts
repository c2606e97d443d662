import { beforeAll, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { createTestMember, openTestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import { rolePermissions, type Scope, scopes } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

type Body = Record<string, unknown> & { id: string; key: string; data: { id: string }[] };

const send = (method: string, path: string, sent: Parameters<typeof callApi>[2]) =>
  callApi<Body>(method, `/v1/api-keys${path}`, sent);

async function administrator(given: Scope[] = ["admin", "audit:write"]): Promise<string> {
  const ctx = await createTestContext(systemClock);
  return (await createApiKey(ctx, { name: "Administrator", scopes: given })).key;
}

test("a key revokes itself, and is rejected with the next request", async () => {
  const key = await administrator();
  const [own] = (await send("GET", "", { key })).body.data;
  expect((await send("DELETE", `/${own?.id}`, { key })).status).toBe(204);
  const rejected = await send("GET", "", { key });
  expect([rejected.status, rejected.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Bearer")]);
});

test("a key cannot create or rotate a key with scopes that it lacks", async () => {
  const ctx = await createTestContext(systemClock);
  const { id } = await createApiKey(ctx, { name: "Approvals", scopes: ["audit:read", "shadow_ai:write"] });
  const { key } = await createApiKey(ctx, { name: "Administrator", scopes: ["admin", "audit:read"] });
  const message = expect.stringContaining("does not have shadow_ai:write");
  const rejection = { status: 403, body: { error: "insufficient_scope", requiredScope: "shadow_ai:write", message } };
  const more = { name: "More", scopes: ["audit:read", "shadow_ai:write"] };
  expect(await send("POST", "", { key, body: more })).toMatchObject(rejection);
  expect(await send("POST", `/${id}/rotate`, { key, body: {} })).toMatchObject(rejection);
  expect((await send("GET", `/${id}`, { key })).body).toMatchObject({ status: "ACTIVE", replacedById: null });
  expect((await send("POST", "", { key, body: { ...more, scopes: ["audit:read", "admin"] } })).status).toBe(201);
  expect((await send("DELETE", `/${id}`, { key })).status).toBe(204);
});

test("an administrator's session can create a key only with the scopes of the role", async () => {
  const ctx = await createTestContext(systemClock);
  const session = await openTestSession(await createTestMember(ctx.organisation.id, { role: "ADMIN" }));
  for (const scope of scopes) {
    const expected = rolePermissions.ADMIN.includes(scope)
      ? { status: 201 }
      : { status: 403, body: { error: "insufficient_scope", requiredPermission: scope } };
    expect(await send("POST", "", { session, body: { name: "Key", scopes: [scope] } }), scope).toMatchObject(expected);
  }
});
