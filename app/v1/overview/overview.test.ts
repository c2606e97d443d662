import { beforeAll, expect, test } from "vitest";
import * as activity from "@/app/v1/activity/route";
import * as overview from "@/app/v1/overview/route";
import { sendAs, signInAs } from "@/app/v1/saved-views/testing";
import type { Activity } from "@/lib/domains/activity/schemas";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { Overview } from "@/lib/domains/overview/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
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
