import { beforeAll, describe, expect, test } from "vitest";
import { getDelivery, listDeliveries, recover, redeliver, testEndpoint, updateEndpoint } from "@/lib/domains/webhooks";
import type { ListDeliveries, RecoverDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";
import { exampleData } from "@/lib/domains/webhooks/schemas-events";
import {
  attempt,
  attemptAll,
  createDelivery,
  createTarget,
  detailOf,
  type Target,
  waiting,
} from "@/lib/domains/webhooks/testing/deliveries";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

function list({ ctx, endpointId }: Target, given: Partial<ListDeliveries> = {}) {
  return listDeliveries(ctx, endpointId, { limit: 25, ...given });
}

function recovery({ ctx, endpointId }: Target, given: Partial<RecoverDeliveries> & { since: string }) {
  return recover(ctx, endpointId, { dryRun: false, ...given });
}

const iso = (epochMs: number) => new Date(epochMs).toISOString();

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ServiceError ? error.code : undefined;
}

/** Failed deliveries, one millisecond apart, oldest first. */
async function failedOnes(target: Target, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    target.clock.nowMs += 1;
    ids.push((await createDelivery(target)).messageId);
  }
  await pool().query(
    `UPDATE webhook_deliveries SET status = 'FAILED', failure_reason = 'attempts_exhausted', next_attempt_at = NULL,
       finished_at = created_at, attempts = 5, round_attempts = 5
     WHERE message_id = ANY($1)`,
    [ids],
  );
  return ids;
}

test("lists filter by status and type, and reject cursors of other filters", async () => {
  const target = await createTarget();
  const failed = await failedOnes(target, 2);
  const { id: other } = await testEndpoint(target.ctx, target.endpointId, { type: "evidence.ready" });
  const ids = async (given: Partial<ListDeliveries>) => (await list(target, given)).data.map(({ id }) => id).toSorted();
  expect(await ids({ status: "FAILED" })).toEqual(failed.toSorted());
  expect(await ids({ status: "PENDING" })).toEqual([other]);
  expect(await ids({ type: "evidence.ready" })).toEqual([other]);
  expect(await ids({ type: "evidence.ready", status: "FAILED" })).toEqual([]);
  const { nextCursor: cursor } = (await list(target, { status: "FAILED", limit: 1 })).pagination;
  expect(await codeOf(list(target, { status: "PENDING", cursor }))).toBe("invalid_cursor");
  expect((await list(target, { status: "FAILED", limit: 1, cursor })).data).toHaveLength(1);
});

test("a delivery is returned with its envelope and attempts, without the secret", async () => {
  const target = await createTarget(respond(503, {}, "later"));
  const round = await createDelivery(target);
  await attempt(target, round);
  const detail = await detailOf(target, round);
  expect(detail.body).toMatchObject({
    id: round.messageId,
    type: "model.registered",
    data: exampleData("model.registered"),
  });
  expect(JSON.parse(target.receiver.requests[0]?.body ?? "")).toEqual(detail.body);
  expect(detail.attemptLog).toMatchObject([{ statusCode: 503, responseBody: "later", responseIsCut: false }]);
  expect(detail.attemptLog[0]?.requestHeaders).toMatchObject({ "webhook-id": round.messageId });
  expect(JSON.stringify(detail)).not.toContain(target.signingSecret.slice(6));
  const { body, attemptLog, ...delivery } = detail;
  expect((await list(target)).data).toEqual([delivery]);
});

test("a test event has the first type that the endpoint subscribes to, is not live, and is sent only to it", async () => {
  const target = await createTarget();
  const { ctx, endpointId } = target;
  const delivery = await testEndpoint(ctx, endpointId, {});
  expect(delivery).toEqual({
    id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
    endpointId,
    type: "model.registered",
    subject: "Credit scoring",
    modelId: null,
    eventId: null,
    status: "PENDING",
    attempts: 0,
    nextAttemptAt: iso(target.clock.nowMs),
    failureReason: null,
    createdAt: iso(target.clock.nowMs),
    finishedAt: null,
  });
  expect((await getDelivery(ctx, endpointId, delivery.id)).body).toMatchObject({ livemode: false });
  const due = { organisationId: ctx.organisation.id, endpointId };
  expect(await waiting(ctx.organisation.id, "webhooks/endpoint.due")).toEqual([due]);
});

describe("recover", () => {
  test("redelivers all failed deliveries of the range, including both ends, and counts them in a dry run", async () => {
    const target = await createTarget();
    const ids = await failedOnes(target, 5);
    const nowMs = target.clock.nowMs;
    const range = { since: iso(nowMs - 3), until: iso(nowMs - 1) };
    await testEndpoint(target.ctx, target.endpointId, {});
    expect(await recovery(target, { ...range, dryRun: true })).toEqual({
      matched: 3,
      redelivered: 0,
      dryRun: true,
      ...range,
    });
    expect(await recovery(target, range)).toEqual({ matched: 3, redelivered: 3, dryRun: false, ...range });
    expect(await recovery(target, range)).toMatchObject({ matched: 0, redelivered: 0 });
    expect((await list(target, { status: "FAILED" })).data.map(({ id }) => id)).toEqual([ids[4], ids[0]]);
    for (const id of ids.slice(1, 4)) {
      expect(
        await attemptAll(target, {
          organisationId: target.ctx.organisation.id,
          endpointId: target.endpointId,
          messageId: id,
          round: 1,
        }),
      ).toEqual([]);
      expect(await getDelivery(target.ctx, target.endpointId, id)).toMatchObject({ status: "DELIVERED", attempts: 6 });
    }
  });

  test("redelivers more deliveries than one batch contains", async () => {
    const target = await createTarget();
    const { organisationId, endpointId } = await createDelivery(target);
    await pool().query(
      `WITH message AS (
         INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
         SELECT 'we_' || lpad(n::text, 26, '0'), $1, 'model.registered', 'x' || n, '{}', $3 FROM generate_series(1, 1100) n
         RETURNING id)
       INSERT INTO webhook_deliveries (organisation_id, endpoint_id, message_id, type, status, emitted_at, created_at, finished_at)
       SELECT $1, $2, id, 'model.registered', 'FAILED', $3, $3, $3 FROM message`,
      [organisationId, endpointId, new Date(target.clock.nowMs)],
    );
    expect(await recovery(target, { since: iso(target.clock.nowMs) })).toMatchObject({
      matched: 1_100,
      redelivered: 1_100,
    });
    // One run for the first delivery, and five for each of three batches.
    expect(await waiting(organisationId, "webhooks/endpoint.due")).toHaveLength(16);
    expect((await list(target, { status: "FAILED" })).pagination.total).toBe(0);
  });

  test.each([
    ["of more than thirty days", -30 * 24 * 3_600_000 - 1, 0, "since"],
    ["that ends before it starts", -1_000, -1_001, "until"],
  ])("rejects a range %s", async (_, since, until, path) => {
    const target = await createTarget();
    const nowMs = target.clock.nowMs;
    const refused = recovery(target, { since: iso(nowMs + since), until: iso(nowMs + until) });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed", details: [{ path }] });
    expect(await recovery(target, { since: iso(nowMs - 30 * 24 * 3_600_000) })).toMatchObject({ matched: 0 });
  });
});

type Call = (ctx: Context, endpointId: string, id: string) => Promise<unknown>;

test.each<[string, Call]>([
  ["redeliver", redeliver],
  ["recover", (ctx, endpointId) => recover(ctx, endpointId, { since: iso(ctx.clock.now()), dryRun: false })],
  ["testEndpoint", (ctx, endpointId) => testEndpoint(ctx, endpointId, {})],
])("%s returns a conflict while the endpoint is disabled", async (_, call) => {
  const target = await createTarget();
  const { messageId } = await createDelivery(target);
  await updateEndpoint(target.ctx, target.endpointId, { active: false });
  expect(await codeOf(call(target.ctx, target.endpointId, messageId))).toBe("conflict");
});

test.each<[string, Call]>([
  ["redeliver", redeliver],
  ["getDelivery", getDelivery],
])("%s returns not_found for unknown deliveries and deliveries of other endpoints", async (_, call) => {
  const target = await createTarget();
  const stranger = await createTarget();
  const { messageId: foreign } = await createDelivery(stranger);
  for (const id of [foreign, newId("deliveryEvent"), "we_\ud800", "", "'; --"]) {
    expect(await codeOf(call(target.ctx, target.endpointId, id))).toBe("not_found");
  }
});
