import { beforeAll, expect, test } from "vitest";
import * as savedView from "@/app/v1/saved-views/[id]/route";
import * as savedViews from "@/app/v1/saved-views/route";
import { sendAs, signInAs } from "@/app/v1/saved-views/testing";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { SavedView, SavedViewList } from "@/lib/domains/saved-views/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let organisationId: string;
let analyst: string;

type Body = SavedView & SavedViewList & { error: string; details: { path: string }[] };

const body = { page: "shadow-ai", name: "Critical", query: "severity=CRITICAL" };

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  const ctx = await createTestContext(systemClock);
  organisationId = ctx.organisation.id;
  analyst = await signInAs(organisationId, "ANALYST");
});

function create(cookie: string, given: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return sendAs<Body>(cookie, savedViews.POST, "POST", {
    body: { ...body, name: newId("savedView"), ...given },
    headers,
  });
}

test("a view is saved, listed, updated and deleted", async () => {
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

test("a repeated Idempotency-Key returns the first view", async () => {
  const [given, headers] = [{ name: "Once" }, { "idempotency-key": newId("request") }];
  const first = await create(analyst, given, headers);
  const again = await create(analyst, given, headers);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await create(analyst, given)).toMatchObject({ status: 409, body: { error: "conflict" } });
});

test("an invalid view returns 400 with the path", async () => {
  expect(await create(analyst, { owner: "me" })).toMatchObject({
    status: 400,
    body: { error: "validation_failed", details: [{ path: "owner" }] },
  });
});
