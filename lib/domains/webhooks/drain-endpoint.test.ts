import type { ServerResponse } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import type { AttemptMeans } from "@/lib/domains/webhooks/attempt-delivery";
import { drainEndpoint, sweepDueEndpoints } from "@/lib/domains/webhooks/drain-endpoint";
import {
  claimOnly,
  createDelivery,
  createTarget,
  detailOf,
  type Target,
  waiting,
} from "@/lib/domains/webhooks/testing/deliveries";
import { insertDelivery } from "@/lib/domains/webhooks/testing/endpoints";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

const keyOf = ({ ctx, endpointId }: Target) => ({ organisationId: ctx.organisation.id, endpointId });

function drain(target: Target, runId = "run_1", means: Partial<AttemptMeans> = {}) {
  const { clock, transport } = target;
  return drainEndpoint(keyOf(target), runId, { clock, transport, timeoutMs: 5_000, isBusy: () => false, ...means });
}

/** When the outbox requests the next drain of the endpoint. */
async function nextDrains({ endpointId }: Target): Promise<string[]> {
  const { rows } = await pool().query<{ at: Date }>(
    "SELECT run_at AS at FROM graphile_worker._private_jobs WHERE key LIKE $1 ORDER BY run_at",
    [`webhooks/endpoint.due ${endpointId} %`],
  );
  return rows.map(({ at }) => at.toISOString());
}

/** A target with due deliveries. */
async function dueTarget(deliveries: number): Promise<Target> {
  const target = await createTarget();
  const { organisationId, endpointId } = keyOf(target);
  for (let n = 0; n < deliveries; n++) await insertDelivery(organisationId, endpointId, "PENDING");
  target.clock.nowMs = Date.now() + 1_000;
  return target;
}

describe("a drain", () => {
  test("delivers each delivery of a backlog once, many in one call, with up to four requests at a time for each run", async () => {
    const target = await dueTarget(99);
    let open = 0;
    let openMax = 0;
    target.receiver.answer = (_request, response) => {
      openMax = Math.max(openMax, ++open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(200).end();
      });
    };
    await createDelivery(target);
    let calls = 0;
    const run = async (_: unknown, n: number) => {
      while (target.receiver.requests.length < 100) {
        calls += 1;
        await drain(target, `run_${n}`);
      }
    };
    await Promise.all(Array.from({ length: 3 }, run));
    const ids = target.receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
    expect(openMax).toBeLessThanOrEqual(12);
    // One call of each run on an idle machine.
    expect(calls).toBeLessThan(30);
    expect(await nextDrains(target)).toEqual([]);
  });

  test("sends several requests at a time while the receiver responds quickly", async () => {
    const target = await dueTarget(11);
    const open: ServerResponse[] = [];
    target.receiver.answer = (_request, response) => void open.push(response);
    const drained = drain(target, "run_1", { quickMs: Number.POSITIVE_INFINITY });
    for (const requests of [1, 2, 4, 4]) {
      await expect.poll(() => open.length, { timeout: 4_000, interval: 5 }).toBe(requests);
      for (const response of open.splice(0)) response.writeHead(200).end();
    }
    await drained;
    expect(target.receiver.requests).toHaveLength(11);
  });

  test.each([
    ["attempts fail", 500, {}],
    ["responses are slow", 200, { quickMs: 0 }],
    ["the process is busy", 200, { quickMs: Number.POSITIVE_INFINITY, isBusy: () => true }],
  ])("sends one request at a time while %s", async (_, status, means) => {
    const target = await dueTarget(6);
    let [open, openMax] = [0, 0];
    target.receiver.answer = (_request, response) => {
      openMax = Math.max(openMax, ++open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(status).end();
      });
    };
    await drain(target, "run_1", means);
    expect([target.receiver.requests.length, openMax]).toEqual([6, 1]);
  });

  test("makes the five attempts of a round on schedule, and requests the next drain when one is due", async () => {
    const target = await createTarget(respond(500));
    const round = await createDelivery(target);
    const waits: number[] = [];
    for (;;) {
      await drain(target, `run_${waits.length}`);
      const { status, nextAttemptAt } = await detailOf(target, round);
      if (status === "FAILED" || nextAttemptAt === null) break;
      expect((await nextDrains(target)).at(-1)).toBe(nextAttemptAt);
      waits.push((Date.parse(nextAttemptAt) - target.clock.nowMs) / 1_000);
      target.clock.nowMs = Date.parse(nextAttemptAt);
    }
    expect(waits).toEqual([60, 300, 1_800, 10_800]);
    const { attemptLog, failureReason } = await detailOf(target, round);
    expect(attemptLog.map(({ number, outcome }) => [number, outcome])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, "FAILED"]),
    );
    expect(failureReason).toBe("attempts_exhausted");
    expect(target.receiver.requests).toHaveLength(5);
  });

  test("counts an attempt of its killed execution as interrupted, and leaves attempts of other runs alone", async () => {
    const target = await createTarget();
    const own = await createDelivery(target);
    target.clock.nowMs += 1;
    const other = await createDelivery(target);
    await claimOnly(target, own, "run_1");
    await claimOnly(target, other, "run_2");
    target.clock.nowMs += 1;
    await drain(target);
    expect(target.receiver.requests).toEqual([]);
    expect(await detailOf(target, own)).toMatchObject({ attempts: 1, attemptLog: [{ outcome: "INTERRUPTED" }] });
    expect(await detailOf(target, other)).toMatchObject({ attempts: 1, attemptLog: [{ outcome: null }] });
  });

  test("requests nothing for an endpoint of another organisation", async () => {
    const [target, stranger] = [await createTarget(), await createTarget()];
    await createDelivery(target);
    const { clock, transport } = target;
    const foreign = { organisationId: stranger.ctx.organisation.id, endpointId: target.endpointId };
    await drainEndpoint(foreign, "run_1", { clock, transport });
    expect(target.receiver.requests).toEqual([]);
  });
});

test("the sweep requests a run for each endpoint whose deliveries are overdue by five seconds", async () => {
  const [target, other] = [await createTarget(), await createTarget()];
  for (let n = 0; n < 3; n++) await createDelivery(target);
  await createDelivery(other);
  const runs = async ({ ctx }: Target) => (await waiting(ctx.organisation.id, "webhooks/endpoint.due")).length;
  for (const [ms, added] of [
    [4_999, 0],
    [5_000, 1],
  ] as const) {
    const before = [await runs(target), await runs(other)];
    await sweepDueEndpoints({ now: () => target.clock.nowMs + ms });
    expect([await runs(target), await runs(other)]).toEqual(before.map((count) => count + added));
  }
});
