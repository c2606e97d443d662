import { beforeAll, describe, expect, test } from "vitest";
import { sweepDeliveries } from "@/lib/domains/webhooks/health";
import { attempt, attemptAll, createDelivery, createTarget, waiting } from "@/lib/domains/webhooks/testing/deliveries";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

describe("sweepDeliveries", () => {
  async function age(
    ids: string[],
    { dueAgoMs, emittedAgoMs }: { dueAgoMs: number; emittedAgoMs: number },
    nowMs: number,
  ) {
    await pool().query(
      "UPDATE webhook_deliveries SET next_attempt_at = $2, emitted_at = $3 WHERE message_id = ANY($1)",
      [ids, new Date(nowMs - dueAgoMs), new Date(nowMs - emittedAgoMs)],
    );
  }

  test("emits overdue deliveries again, at most every ten minutes", async () => {
    const target = await createTarget(respond(500));
    const minute = 60_000;
    const overdue = await createDelivery(target);
    const late = await createDelivery(target);
    const emitted = await createDelivery(target);
    const { nowMs } = target.clock;
    await age([overdue.messageId], { dueAgoMs: 10 * minute, emittedAgoMs: 10 * minute }, nowMs);
    await age([late.messageId], { dueAgoMs: 10 * minute - 1, emittedAgoMs: 60 * minute }, nowMs);
    await age([emitted.messageId], { dueAgoMs: 60 * minute, emittedAgoMs: 10 * minute - 1 }, nowMs);
    const times = async (messageId: string) =>
      (await waiting(overdue.organisationId, "webhooks/delivery.due")).filter((data) => data.messageId === messageId)
        .length;
    expect(await sweepDeliveries(target.clock)).toBe(1);
    expect(await sweepDeliveries(target.clock)).toBe(0);
    expect(await Promise.all([overdue, late, emitted].map(({ messageId }) => times(messageId)))).toEqual([2, 1, 1]);
    target.clock.nowMs += 10 * minute;
    expect(await sweepDeliveries(target.clock)).toBe(3);
    for (const round of [overdue, late, emitted]) await attempt(target, round);
    target.clock.nowMs += 10 * minute;
    expect(await sweepDeliveries(target.clock)).toBe(0);
    target.clock.nowMs += minute;
    expect(await sweepDeliveries(target.clock)).toBe(3);
    for (const round of [overdue, late, emitted]) await attemptAll(target, round);
    target.clock.nowMs += 24 * 60 * minute;
    expect(await sweepDeliveries(target.clock)).toBe(0);
  });

  test("emits each delivery once from two concurrent sweeps", async () => {
    const target = await createTarget();
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await createDelivery(target)).messageId);
    await age(ids, { dueAgoMs: 3_600_000, emittedAgoMs: 3_600_000 }, target.clock.nowMs);
    const [one = 0, other = 0] = await Promise.all([sweepDeliveries(target.clock), sweepDeliveries(target.clock)]);
    expect(one + other).toBe(20);
    for (const id of ids)
      await attempt(target, {
        organisationId: target.ctx.organisation.id,
        endpointId: target.endpointId,
        messageId: id,
        round: 0,
      });
  });
});
