import { beforeAll, expect, test } from "vitest";
import * as savedView from "@/app/v1/saved-views/[id]/route";
import * as savedViews from "@/app/v1/saved-views/route";
import { sendAs, signInAs } from "@/app/v1/saved-views/testing";
import { callRoute, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/api-keys";
import { createTestContext } from "@/lib/api-keys/testing";
import { systemClock } from "@/lib/clock";
import { newId } from "@/lib/ids";
import { roles, scopes } from "@/lib/roles";
import type { SavedView, SavedViewList } from "@/lib/saved-views/schemas";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();
let organisationId: string;
let analyst: string;
let key: string;

type Body = SavedView & SavedViewList & { error: string; requiredPermission: string; details: { path: string }[] };

const body = { page: "shadow-ai", name: "Critical", query: "severity=CRITICAL" };

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  const ctx = await createTestContext(systemClock);
  organisationId = ctx.organisation.id;
  analyst = await signInAs(organisationId, "ANALYST");
  key = (await createApiKey(ctx, { name: "K", scopes: [...scopes] })).key;
});

function create(cookie: string, given: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return sendAs<Body>(cookie, savedViews.POST, "POST", {
    body: { ...body, name: newId("savedView"), ...given },
    headers,
  });
}

test("a view is saved, listed, changed and deleted", async () => {
  const { status, body: created } = await create(analyst);
  expect([status, created.mine, created.shared]).toEqual([201, true, false]);
  const listed = await sendAs<Body>(analyst, savedViews.GET, "GET", { url: "/v1/saved-views?page=shadow-ai" });
  expect(listed.body.data).toContainEqual(created);
  const params = { id: created.id };
  const changed = await sendAs<Body>(analyst, savedView.PATCH, "PATCH", { params, body: { query: "" } });
  expect(changed).toMatchObject({ status: 200, body: { query: "" } });
  expect(await sendAs(analyst, savedView.DELETE, "DELETE", { params })).toMatchObject({ status: 204 });
  expect(await sendAs(analyst, savedView.DELETE, "DELETE", { params })).toMatchObject({ status: 404 });
});

test("a repeat with its Idempotency-Key is answered with the first view", async () => {
  const [given, headers] = [{ name: "Once" }, { "idempotency-key": newId("request") }];
  const first = await create(analyst, given, headers);
  const again = await create(analyst, given, headers);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await create(analyst, given)).toMatchObject({ status: 409, body: { error: "conflict" } });
});

test.for(roles)("%s has views, and shares them where the role may", async (role) => {
  const cookie = await signInAs(organisationId, role);
  expect(await create(cookie)).toMatchObject({ status: 201 });
  const shared = await create(cookie, { shared: true });
  if (role === "ANALYST" || role === "APPROVER") expect(shared.status).toBe(201);
  else expect(shared).toMatchObject({ status: 403, body: { requiredPermission: "views:share" } });
});

test("an API key has none, whatever its scopes", async () => {
  for (const [handler, method] of [
    [savedViews.GET, "GET"],
    [savedViews.POST, "POST"],
    [savedView.PATCH, "PATCH"],
    [savedView.DELETE, "DELETE"],
  ] as const) {
    const sent = { key, params: { id: "view_1" }, ...(method === "POST" || method === "PATCH" ? { body } : {}) };
    const refused = await readAnswer<Body>(await callRoute(handler, method, "/v1/saved-views", sent));
    expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  }
});

test("a view of another organisation is not found, exactly as one that does not exist", async () => {
  const { organisation } = await createTestContext(systemClock);
  const stranger = await signInAs(organisation.id, "ANALYST");
  const { body: view } = await create(analyst, { shared: true });
  for (const [handler, method, sent] of [
    [savedView.PATCH, "PATCH", { name: "Taken over" }],
    [savedView.DELETE, "DELETE", undefined],
  ] as const) {
    const answerTo = async (id: string) => {
      const request = { params: { id }, headers: { "x-request-id": "same" }, ...(sent && { body: sent }) };
      const { status, body: answer } = await sendAs<Body>(stranger, handler, method, request);
      return { status, answer };
    };
    const missing = await answerTo("view_01kahbc2g8m9n4q6r1s7t3v5wx");
    expect(missing.status).toBe(404);
    expect(await answerTo(view.id)).toEqual(missing);
  }
  expect((await sendAs<Body>(stranger, savedViews.GET, "GET")).body.data).toEqual([]);
});

test.for([
  ["an unknown page", { page: "nowhere" }, "page"],
  ["a question mark", { query: "?q=x" }, "query"],
  ["2,001 characters", { query: "x".repeat(2_001) }, "query"],
  ["an unknown field", { owner: "me" }, "owner"],
] as const)("%s is 400 and named", async ([, given, path]) => {
  expect(await create(analyst, given)).toMatchObject({
    status: 400,
    body: { error: "validation_failed", details: [{ path }] },
  });
});
