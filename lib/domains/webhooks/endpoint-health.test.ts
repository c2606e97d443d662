import { beforeAll, describe, expect, test } from "vitest";
import { getEndpoint, listFailingEndpoints, updateEndpoint, versionOf } from "@/lib/domains/webhooks/endpoints";
import { judgeHealth } from "@/lib/domains/webhooks/health";
import { countFailedSince } from "@/lib/domains/webhooks/health-store";
import {
  attempt,
  attemptAll,
  createDelivery,
  createTarget,
  type Target,
} from "@/lib/domains/webhooks/testing/deliveries";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

const day = 24 * 60 * 60 * 1000;

test.each([
  ["all failed, but too few: fine", 19, 19, day, true, "fine"],
  ["all failed within less than a day: fine", 500, 500, day - 1, true, "fine"],
  ["no deliveries: fine", 0, 0, 0, false, "fine"],
  ["just below the warning threshold: fine", 1_000, 399, day, false, "fine"],
  ["at the warning threshold: warn", 20, 8, day, false, "warn"],
  ["all failed, without a previous warning: warn", 20, 20, 7 * day, false, "warn"],
  ["at the warning threshold after a warning: fine", 20, 8, day, true, "fine"],
  ["exactly half failed, after a warning: fine", 20, 10, day, true, "fine"],
  ["more than half failed, after a warning: disable", 20, 11, day, true, "disable"],
  ["slightly more than half failed, after a warning: disable", 10_001, 5_001, day, true, "disable"],
] as const)("%s", (_, finished, failed, spanMs, isWarned, expected) => {
  expect(judgeHealth({ finished, failed, spanMs }, isWarned)).toBe(expected);
});

describe("the health of an endpoint", () => {
  const healthOf = async ({ ctx, endpointId }: Target) => (await getEndpoint(ctx, endpointId)).health;

  test("is FAILING while all latest attempts failed, with the reason, and DEGRADED after a success", async () => {
    const target = await createTarget(respond(503));
    expect(await healthOf(target)).toEqual({ status: "NO_ATTEMPTS", attempts: 0, failed: 0, lastFailure: null });
    await attemptAll(target, await createDelivery(target));
    const failedAt = new Date(target.clock.nowMs);
    expect(await countFailedSince(target.ctx.organisation.id, failedAt)).toBe(1);
    expect(await countFailedSince(target.ctx.organisation.id, new Date(failedAt.getTime() + 1))).toBe(0);
    expect(await countFailedSince("org_other", failedAt)).toBe(0);
    await attempt(target, await createDelivery(target));
    const at = new Date(target.clock.nowMs).toISOString();
    const lastFailure = { at, error: "status", statusCode: 503 };
    expect(await healthOf(target)).toEqual({ status: "FAILING", attempts: 2, failed: 2, lastFailure });
    expect((await listFailingEndpoints(target.ctx)).map(({ id }) => id)).toEqual([target.endpointId]);
    target.receiver.answer = respond(200);
    await attempt(target, await createDelivery(target));
    expect(await healthOf(target)).toEqual({ status: "DEGRADED", attempts: 3, failed: 2, lastFailure });
    expect(await listFailingEndpoints(target.ctx)).toEqual([]);
  });

  test("starts again when the endpoint is enabled again, and does not change its entity tag", async () => {
    const target = await createTarget(respond(503));
    const tag = entityTag(versionOf(await getEndpoint(target.ctx, target.endpointId)));
    await attemptAll(target, await createDelivery(target));
    expect(entityTag(versionOf(await getEndpoint(target.ctx, target.endpointId)))).toBe(tag);
    target.clock.nowMs += 1_000;
    for (const active of [false, true]) await updateEndpoint(target.ctx, target.endpointId, { active }, "*");
    expect(await healthOf(target)).toMatchObject({ status: "NO_ATTEMPTS" });
  });
});
