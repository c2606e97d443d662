import { beforeAll, expect, test } from "vitest";
import * as activity from "@/app/v1/activity/route";
import * as overview from "@/app/v1/overview/route";
import { sendAs, signInAs } from "@/app/v1/saved-views/testing";
import { Activity } from "@/lib/domains/activity/schemas";
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

test("the overview matches its schema, with null for sections that the caller cannot access", async () => {
  const cookie = await signInAs(ctx.organisation.id, "VIEWER");
  const { body } = await sendAs<Overview>(cookie, overview.GET, "GET");
  expect(Overview.parse(body)).toEqual(body);
  expect(body.evidence).toBeNull();
  expect(body.detections).not.toBeNull();
});

test("activity has its own rate limit", async () => {
  const cookie = await signInAs(ctx.organisation.id, "VIEWER");
  const { status, headers, body } = await sendAs<Activity>(cookie, activity.GET, "GET");
  expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, "20000"]);
  expect(Activity.parse(body)).toEqual(body);
});
