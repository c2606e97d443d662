import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { redeliver } from "@/lib/domains/webhooks/deliveries";
import { deleteEndpoint, getEndpoint, rotateSecret, updateEndpoint } from "@/lib/domains/webhooks/endpoints";
import {
  attempt,
  attemptAll,
  claimOnly,
  createDelivery,
  createTarget,
  detailOf,
  type Target,
  waiting,
} from "@/lib/domains/webhooks/testing/deliveries";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import { propertyRuns } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { guardedAgent } from "@/lib/platform/outgoing/guarded-agent";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

describe("an attempt", () => {
  test("sends the envelope's stored bytes, signed with the endpoint's secret", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    expect(await attempt(target, round)).toEqual({ done: true });
    const [received] = target.receiver.requests;
    const { rows } = await pool().query("SELECT body FROM webhook_messages WHERE id = $1", [round.messageId]);
    expect(received?.body).toBe(rows[0]?.body);
    expect(JSON.parse(received?.body ?? "")).toMatchObject({ id: round.messageId, livemode: false });
    expect(received?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Governance-Audit-Service-Webhooks/1",
      "webhook-id": round.messageId,
      "webhook-timestamp": String(target.clock.nowMs / 1000),
    });
    const verify = () =>
      new Webhook(target.signingSecret).sign(round.messageId, new Date(target.clock.nowMs), received?.body ?? "");
    expect(received?.headers["webhook-signature"]).toBe(verify());
  });

  test("marks the delivery as DELIVERED after the first success and records the response", async () => {
    const target = await createTarget(respond(202, { "X-Reply": "yes" }, "got it"));
    const round = await createDelivery(target);
    await attempt(target, round);
    const at = new Date(target.clock.nowMs).toISOString();
    expect(await detailOf(target, round)).toMatchObject({
      status: "DELIVERED",
      attempts: 1,
      nextAttemptAt: null,
      finishedAt: at,
      failureReason: null,
      attemptLog: [
        {
          number: 1,
          startedAt: at,
          finishedAt: at,
          outcome: "SUCCEEDED",
          error: null,
          statusCode: 202,
          responseBody: "got it",
          responseHeaders: { "x-reply": "yes" },
        },
      ],
    });
    expect(await waiting(round.organisationId, "webhooks/delivery.failed")).toEqual([]);
    expect(await attempt(target, round)).toEqual({ done: true });
    expect(target.receiver.requests).toHaveLength(1);
  });

  test("makes five attempts on the schedule, then marks the delivery as FAILED and notifies", async () => {
    const target = await createTarget(respond(500));
    const round = await createDelivery(target);
    expect(await attemptAll(target, round)).toEqual([60, 300, 1_800, 10_800]);
    const delivery = await detailOf(target, round);
    expect(delivery).toMatchObject({
      status: "FAILED",
      attempts: 5,
      failureReason: "attempts_exhausted",
      nextAttemptAt: null,
    });
    expect(
      delivery.attemptLog.map(({ number, outcome, error, statusCode }) => [number, outcome, error, statusCode]),
    ).toEqual([1, 2, 3, 4, 5].map((number) => [number, "FAILED", "status", 500]));
    expect(new Set(target.receiver.requests.map(({ body }) => body)).size).toBe(1);
    const { organisationId, endpointId } = round;
    expect(await waiting(organisationId, "webhooks/delivery.failed")).toEqual([{ organisationId, endpointId }]);
    expect(await attempt(target, round)).toEqual({ done: true });
    expect(target.receiver.requests).toHaveLength(5);
  });

  test("waits as long as Retry-After requests, up to twice the delay", async () => {
    const target = await createTarget(respond(429, { "Retry-After": "90" }));
    const round = await createDelivery(target);
    const waits = [await attempt(target, round)];
    expect(waits).toEqual([{ done: false, nextAttemptAt: new Date(target.clock.nowMs + 90_000).toISOString() }]);
    expect(await detailOf(target, round)).toMatchObject({ status: "RETRY_SCHEDULED", finishedAt: null });
  });

  test("signs with both secrets during a rotation's overlap, and then only with the new one", async () => {
    const target = await createTarget();
    await rotateSecret(target.ctx, target.endpointId, { overlapSeconds: 60 });
    for (const waitMs of [59_999, 1]) {
      target.clock.nowMs += waitMs;
      await attempt(target, await createDelivery(target));
    }
    const signatures = target.receiver.requests.map(({ headers }) => String(headers["x-service-signature"]).split(","));
    expect(signatures.map((parts) => parts.length)).toEqual([3, 2]);
  });

  test("uses the endpoint's current URL for each attempt", async () => {
    const target = await createTarget(respond(500));
    const round = await createDelivery(target);
    const result = await attempt(target, round);
    const url = target.receiver.url.replace("/hook", "/moved");
    await updateEndpoint(target.ctx, target.endpointId, { url });
    target.clock.nowMs = Date.parse(result.done ? "" : result.nextAttemptAt);
    await attempt(target, round);
    const { rows } = await pool().query("SELECT url FROM webhook_attempts WHERE message_id = $1 ORDER BY number", [
      round.messageId,
    ]);
    expect(rows).toEqual([{ url: target.receiver.url }, { url }]);
  });
});

test("an address that is not allowed fails the delivery immediately", async () => {
  const target = await createTarget();
  const strict = guardedAgent({ allowPrivateNetwork: false });
  target.transport = { pooled: strict, fresh: strict };
  const round = await createDelivery(target);
  expect(await attempt(target, round)).toEqual({ done: true });
  expect(await detailOf(target, round)).toMatchObject({
    status: "FAILED",
    failureReason: "address_refused",
    attemptLog: [{ error: "address_refused", statusCode: null }],
  });
  expect(target.receiver.connections).toHaveLength(0);
  expect(await waiting(round.organisationId, "webhooks/delivery.failed")).toHaveLength(1);
});

test("a 410 response ends the delivery, disables the endpoint and ends its other deliveries", async () => {
  const target = await createTarget(respond(410), { ownerEmail: "owner@example.com" });
  const round = await createDelivery(target);
  target.clock.nowMs += 1;
  const other = await createDelivery(target);
  expect(await attempt(target, round)).toEqual({ done: true });
  expect(await detailOf(target, round)).toMatchObject({ status: "FAILED", failureReason: "gone", attempts: 1 });
  expect(await detailOf(target, other)).toMatchObject({
    status: "FAILED",
    failureReason: "endpoint_disabled",
    attempts: 0,
  });
  expect(await getEndpoint(target.ctx, target.endpointId)).toMatchObject({
    active: false,
    disabledAt: new Date(target.clock.nowMs).toISOString(),
    disabledReason: "The receiver responded with 410 Gone.",
  });
  const { rows: mails } = await pool().query(
    "SELECT template, recipient FROM mail_messages WHERE organisation_id = $1",
    [round.organisationId],
  );
  expect(mails).toEqual([{ template: "endpoint-disabled", recipient: "owner@example.com" }]);
  const { rows: events } = await pool().query<{ content: string }>(
    "SELECT content FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position DESC LIMIT 1",
    [round.organisationId],
  );
  expect(JSON.parse(events[0]?.content ?? "")).toMatchObject({
    actor: { type: "SYSTEM", id: "webhooks" },
    payload: {
      kind: "WEBHOOK_ENDPOINT_DISABLED",
      endpointId: target.endpointId,
      reason: "The receiver responded with 410 Gone.",
    },
  });
});

test.each([
  [
    "disabled",
    "endpoint_disabled",
    ({ ctx, endpointId }: Target) => updateEndpoint(ctx, endpointId, { active: false }),
  ],
  ["deleted", "endpoint_deleted", ({ ctx, endpointId }: Target) => deleteEndpoint(ctx, endpointId)],
] as const)("a %s endpoint gets no further attempts and causes no notification", async (_, reason, end) => {
  const target = await createTarget();
  const round = await createDelivery(target);
  await end(target);
  // Restores the delivery, as if it had been created concurrently or an attempt had locked it.
  await pool().query(
    `UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = created_at, finished_at = NULL, failure_reason = NULL
       WHERE message_id = $1`,
    [round.messageId],
  );
  expect(await attempt(target, round)).toEqual({ done: true });
  const { rows } = await pool().query(
    "SELECT status, failure_reason, attempts FROM webhook_deliveries WHERE message_id = $1",
    [round.messageId],
  );
  expect(rows).toEqual([{ status: "FAILED", failure_reason: reason, attempts: 0 }]);
  expect(target.receiver.connections).toHaveLength(0);
  expect(await waiting(round.organisationId, "webhooks/delivery.failed")).toEqual([]);
});

describe("several runs of a delivery", () => {
  test("one of ten concurrent runs makes the attempt", async () => {
    for (let i = 0; i < 5; i++) {
      const target = await createTarget();
      const round = await createDelivery(target);
      await Promise.all(Array.from({ length: 10 }, (_, n) => attempt(target, round, `run_${n}`)));
      expect(target.receiver.requests).toHaveLength(1);
      expect(await detailOf(target, round)).toMatchObject({
        status: "DELIVERED",
        attempts: 1,
        attemptLog: [{ number: 1 }],
      });
    }
  });

  test("a run between attempts waits for the next one and does not use up an attempt", async () => {
    const target = await createTarget(respond(500));
    const round = await createDelivery(target);
    const first = await attempt(target, round, "run_1");
    target.clock.nowMs += 1_000;
    expect(await attempt(target, round, "run_2")).toEqual(first);
    expect(await detailOf(target, round)).toMatchObject({ attempts: 1 });
    await Promise.all([attemptAll(target, round, "run_1")]);
    expect(await detailOf(target, round)).toMatchObject({ status: "FAILED", attempts: 5 });
    expect(await attempt(target, round, "run_2")).toEqual({ done: true });
  });

  test("a run leaves another run's attempt alone until it is abandoned", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    await claimOnly(target, round, "run_1");
    target.clock.nowMs += 59_999;
    await attempt(target, round, "run_2");
    expect(await detailOf(target, round)).toMatchObject({
      status: "PENDING",
      attempts: 1,
      attemptLog: [{ outcome: null }],
    });
    target.clock.nowMs += 1;
    expect(await attempt(target, round, "run_2")).toMatchObject({ done: false });
    expect(await detailOf(target, round)).toMatchObject({ attemptLog: [{ outcome: "INTERRUPTED" }] });
  });
});

describe("an attempt whose process ended", () => {
  test("is marked as interrupted when its run resumes, and the schedule continues", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    await claimOnly(target, round, "run_1");
    target.clock.nowMs += 5_000;
    const result = await attempt(target, round, "run_1");
    expect(result).toEqual({ done: false, nextAttemptAt: new Date(target.clock.nowMs + 60_000).toISOString() });
    expect(target.receiver.requests).toHaveLength(0);
    target.clock.nowMs += 60_000;
    expect(await attempt(target, round, "run_1")).toEqual({ done: true });
    expect(await detailOf(target, round)).toMatchObject({
      status: "DELIVERED",
      attempts: 2,
      attemptLog: [
        { number: 1, outcome: "INTERRUPTED", error: "interrupted", statusCode: null, durationMs: null },
        { number: 2, outcome: "SUCCEEDED", error: null },
      ],
    });
  });

  test("changes nothing when its response arrives after all", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    let sendResponse = () => undefined as unknown;
    target.receiver.answer = (_request, response) => {
      sendResponse = () => response.writeHead(200).end();
    };
    const late = attempt(target, round, "run_1");
    await expect.poll(() => target.receiver.requests).toHaveLength(1);
    target.clock.nowMs += 1;
    const interrupted = await attempt(target, round, "run_1");
    sendResponse();
    expect(await late).toEqual(interrupted);
    expect(await detailOf(target, round)).toMatchObject({
      status: "RETRY_SCHEDULED",
      attemptLog: [{ outcome: "INTERRUPTED" }],
    });
  });
});

describe("a redelivery", () => {
  test("starts a round of five with consecutive numbers and ends the previous round", async () => {
    const target = await createTarget(respond(500));
    const round = await createDelivery(target);
    await attempt(target, round);
    const again = await redeliver(target.ctx, target.endpointId, round.messageId);
    expect(again).toMatchObject({
      status: "PENDING",
      attempts: 1,
      nextAttemptAt: new Date(target.clock.nowMs).toISOString(),
    });
    const second = { ...round, round: 1 };
    expect(await attemptAll(target, second, "run_2")).toEqual([60, 300, 1_800, 10_800]);
    const { attempts, attemptLog } = await detailOf(target, round);
    expect(attempts).toBe(6);
    expect(attemptLog.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(target.receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("requested during an attempt is made, regardless of that attempt's outcome", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    target.receiver.answer = (_request, response) => {
      target.receiver.answer = respond(500);
      const again = redeliver(target.ctx, target.endpointId, round.messageId);
      void again.then(() => response.writeHead(200).end());
    };
    await attempt(target, round);
    expect(await detailOf(target, round)).toMatchObject({
      status: "RETRY_SCHEDULED",
      attemptLog: [
        { number: 1, outcome: "SUCCEEDED" },
        { number: 2, outcome: "FAILED" },
      ],
    });
  });

  test("does not wait for a running attempt, whose outcome is only recorded", async () => {
    const target = await createTarget();
    const round = await createDelivery(target);
    const second = { ...round, round: 1 };
    target.receiver.answer = (_request, response) => {
      target.receiver.answer = respond(500);
      void redeliver(target.ctx, target.endpointId, round.messageId)
        .then(() => attempt(target, second, "run_2"))
        .then(() => response.writeHead(200).end());
    };
    await attempt(target, round, "run_1");
    expect(await detailOf(target, round)).toMatchObject({
      status: "RETRY_SCHEDULED",
      attempts: 2,
      attemptLog: [
        { number: 1, outcome: "SUCCEEDED" },
        { number: 2, outcome: "FAILED" },
      ],
    });
  });
});

test("any sequence makes at most five attempts per round, numbers them consecutively, and finishes when none remains", async () => {
  const step = fc.constantFrom("ok", "fail", "fail", "fail", "kill", "kill", "redeliver", "twin", "wait");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const target = await createTarget(respond(500));
      let round = await createDelivery(target);
      for (const [index, one] of steps.entries()) {
        target.clock.nowMs += 1;
        target.receiver.answer = respond(one === "ok" ? 200 : 500);
        if (one === "redeliver") {
          await redeliver(target.ctx, target.endpointId, round.messageId);
          round = { ...round, round: round.round + 1 };
        } else if (one === "kill") {
          await claimOnly(target, round, "run_1");
        } else if (one === "wait") target.clock.nowMs += 10_800_000;
        else await attempt(target, round, one === "twin" ? `run_x${index}` : "run_1");
        const delivery = await detailOf(target, round);
        const { rows } = await pool().query<{ count: number }>(
          "SELECT count(*)::int AS count FROM webhook_attempts WHERE message_id = $1 GROUP BY round",
          [round.messageId],
        );
        expect(rows.every(({ count }) => count <= 5)).toBe(true);
        expect(delivery.attemptLog.map(({ number }) => number)).toEqual(delivery.attemptLog.map((_, n) => n + 1));
        expect(delivery.attempts).toBe(delivery.attemptLog.length);
        const isFinished = delivery.status === "DELIVERED" || delivery.status === "FAILED";
        expect(delivery.nextAttemptAt === null).toBe(isFinished);
        expect(delivery.finishedAt === null).toBe(!isFinished);
      }
    }),
    { numRuns: propertyRuns(20) },
  );
});
