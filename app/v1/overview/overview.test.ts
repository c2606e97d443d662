import { beforeAll, expect, test } from "vitest";
import * as activity from "@/app/v1/activity/route";
import * as overview from "@/app/v1/overview/route";
import { sendAs, signInAs } from "@/app/v1/saved-views/testing";
import { callRoute, readAnswer } from "@/app/v1/testing";
import type { Activity } from "@/lib/activity/schemas";
import { createApiKey } from "@/lib/api-keys";
import { createTestContext } from "@/lib/api-keys/testing";
import { systemClock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { Overview } from "@/lib/overview/schemas";
import { roles, scopes } from "@/lib/roles";
import { ownTestDatabase } from "@/scripts/database/testing";

ownTestDatabase();
let ctx: Context;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
});

const operations = [
  ["/v1/overview", overview.GET],
  ["/v1/activity", activity.GET],
] as const;

test.for(operations)("GET %s needs audit:read", async ([url, handler]) => {
  const keyOf = async (given: (typeof scopes)[number][]) => (await createApiKey(ctx, { name: "K", scopes: given })).key;
  const refused = await callRoute(handler, "GET", url, { key: await keyOf(scopes.filter((s) => s !== "audit:read")) });
  expect(await readAnswer(refused)).toMatchObject({ status: 403, body: { requiredScope: "audit:read" } });
  expect((await callRoute(handler, "GET", url, { key: await keyOf(["audit:read"]) })).status).toBe(200);
  expect((await callRoute(handler, "GET", url, {})).status).toBe(401);
});

test.for(roles)("%s reads both", async (role) => {
  const cookie = await signInAs(ctx.organisation.id, role);
  for (const [url, handler] of operations) {
    expect(await sendAs(cookie, handler, "GET", { url })).toMatchObject({ status: 200 });
  }
});

test("the overview is in the form that is documented, with null for what the caller may not see", async () => {
  const cookie = await signInAs(ctx.organisation.id, "VIEWER");
  const { body } = await sendAs<Overview>(cookie, overview.GET, "GET");
  expect(Overview.parse(body)).toEqual(body);
  expect(body.evidence).toBeNull();
  expect(body.detections).not.toBeNull();
});

test("activity has a rate limit of its own", async () => {
  const cookie = await signInAs(ctx.organisation.id, "VIEWER");
  const { status, headers, body } = await sendAs<Activity>(cookie, activity.GET, "GET");
  expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, "20000"]);
  expect(Object.keys(body.revisions)).toEqual([
    "detections",
    "evidence",
    "deliveries",
    "imports",
    "verifications",
    "members",
    "integrations",
    "alerts",
    "streams",
    "reports",
  ]);
});
