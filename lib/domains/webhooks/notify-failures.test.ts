import { beforeAll, describe, expect, test } from "vitest";
import { listNotifications } from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { getEndpoint, updateEndpoint } from "@/lib/domains/webhooks/endpoints";
import { evaluateHealth, notifyFailures, settleMs, sweepUnmailedFailures } from "@/lib/domains/webhooks/health";
import { createTarget, type Target, waiting } from "@/lib/domains/webhooks/testing/deliveries";
import { respond } from "@/lib/domains/webhooks/testing/receiver";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { getMail, listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
  process.env.PUBLIC_URL = "https://audit.example.com";
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A target whose endpoint has been listening for a long time. */
async function oldTarget(ownerEmail: string | undefined = "owner@example.com"): Promise<Target> {
  const target = await createTarget(respond(500), ownerEmail === undefined ? {} : { ownerEmail });
  target.clock.nowMs += 10 * day;
  return target;
}

interface Past {
  delivered?: number;
  failed?: number;
  reason?: string;
  /** When the oldest and the newest delivery finished, in milliseconds before now. */
  from: number;
  to?: number;
}

/** Inserts finished deliveries, evenly distributed over a past period. */
async function insertPast({ ctx, clock, endpointId }: Target, given: Past): Promise<void> {
  const { delivered = 0, failed = 0, reason = "attempts_exhausted", from, to = 0 } = given;
  const total = delivered + failed;
  for (let n = 0; n < total; n++) {
    const ageMs = total === 1 ? from : from + ((to - from) * n) / (total - 1);
    const at = new Date(clock.nowMs - ageMs);
    const status = n < failed ? "FAILED" : "DELIVERED";
    const id = newId("deliveryEvent", at.getTime());
    await pool().query(
      `WITH message AS (
         INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
         VALUES ($1, $2, 'model.registered', $1, '{}', $5)
       )
       INSERT INTO webhook_deliveries (organisation_id, endpoint_id, message_id, type, status, attempts, round_attempts,
         emitted_at, failure_reason, created_at, finished_at)
       VALUES ($2, $3, $1, 'model.registered', $4, 0, 0, $5, $6, $5, $5)`,
      [id, ctx.organisation.id, endpointId, status, at, status === "FAILED" ? reason : null],
    );
  }
}

async function mailsOf({ ctx }: Target) {
  const newestFirst = await listMails({ organisationId: ctx.organisation.id, limit: 100 });
  const mails = await Promise.all(newestFirst.reverse().map(({ id }) => getMail(id)));
  return mails.flatMap((mail) => {
    if (mail === null) return [];
    const { template, recipient, subject, text } = mail;
    return [{ template, recipient, subject, text }];
  });
}

function evaluate({ ctx, clock, endpointId }: Target) {
  return evaluateHealth({ organisationId: ctx.organisation.id, endpointId }, clock);
}

function mail({ ctx, clock, endpointId }: Target) {
  return notifyFailures({ organisationId: ctx.organisation.id, endpointId }, clock);
}

/** Whether a sweep queues a notification about the endpoint's failures. Removes it from the outbox afterwards. */
async function sweptAgain({ ctx, clock }: Target): Promise<boolean> {
  await sweepUnmailedFailures(clock);
  const emitted = await waiting(ctx.organisation.id, "webhooks/delivery.failed");
  await pool().query("SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL");
  return emitted.length > 0;
}

async function kindsOf({ ctx }: Target): Promise<unknown[]> {
  const { rows } = await pool().query<{ content: string }>(
    "SELECT content FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position",
    [ctx.organisation.id],
  );
  return rows.map(({ content }) => (JSON.parse(content) as { payload: { kind: string } }).payload.kind);
}

describe("an endpoint with too many failed deliveries", () => {
  test("gets a warning, is then disabled with a reason, and starts without failures when enabled again", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 12, delivered: 8, from: 30 * hour });
    expect(await evaluate(target)).toBe("warned");
    expect(await getEndpoint(target.ctx, target.endpointId)).toMatchObject({ active: true, disabledReason: null });
    target.clock.nowMs += hour;
    expect(await evaluate(target)).toBe("disabled");
    const reason = "More than 50% of deliveries failed in the last 7 days (12 of 20).";
    expect(await getEndpoint(target.ctx, target.endpointId)).toMatchObject({ active: false, disabledReason: reason });
    expect(await evaluate(target)).toBe("fine");
    const mails = await mailsOf(target);
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ["endpoint-warned", "owner@example.com"],
      ["endpoint-disabled", "owner@example.com"],
    ]);
    expect(mails[0]?.text).toContain("12 of 20");
    expect(mails[1]?.text).toContain(reason);
    expect(await kindsOf(target)).toEqual(["WEBHOOK_ENDPOINT_CREATED", "WEBHOOK_ENDPOINT_DISABLED"]);

    target.clock.nowMs += hour;
    await updateEndpoint(target.ctx, target.endpointId, { active: true });
    await insertPast(target, { failed: 1, from: 0 });
    expect(await evaluate(target)).toBe("fine");
    expect(await getEndpoint(target.ctx, target.endpointId)).toMatchObject({ active: true, disabledReason: null });
    expect(await mailsOf(target)).toHaveLength(2);
  });

  test("is warned again when the previous warning is out of date", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 20, from: 30 * hour });
    expect(await evaluate(target)).toBe("warned");
    target.clock.nowMs += 8 * day;
    await insertPast(target, { failed: 20, from: 30 * hour });
    expect(await evaluate(target)).toBe("warned");
    expect(await evaluate(target)).toBe("disabled");
  });

  test("is warned once by four concurrent evaluations", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 9, delivered: 11, from: 30 * hour });
    const found = await Promise.all([1, 2, 3, 4].map(() => evaluate(target)));
    expect(found.toSorted()).toEqual(["fine", "fine", "fine", "warned"]);
    expect(await mailsOf(target)).toHaveLength(1);
  });
});

test.each<[string, Past]>([
  ["deliveries older than seven days", { failed: 30, from: 9 * day, to: 7 * day + 1 }],
  [
    "deliveries that ended because the endpoint was disabled",
    { failed: 30, from: 30 * hour, reason: "endpoint_disabled" },
  ],
  ["deliveries over less than a day", { failed: 30, from: 23 * hour }],
  ["fewer than twenty deliveries", { failed: 19, from: 30 * hour }],
  ["deliveries from before the endpoint was created", { failed: 30, from: 12 * day, to: 10 * day + 1 }],
])("health ignores %s", async (_, past) => {
  const target = await oldTarget();
  await insertPast(target, past);
  expect(await evaluate(target)).toBe("fine");
  expect(await mailsOf(target)).toEqual([]);
});

describe("failed deliveries", () => {
  test("are reported in one e-mail, and the failures of the following hour in another", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 12, delivered: 3, from: 3 * hour, to: hour });
    await insertPast(target, { failed: 4, from: 3 * hour, to: hour, reason: "endpoint_disabled" });
    expect(await mail(target)).toBe(12);
    expect(await mail(target)).toBe(0);

    target.clock.nowMs += hour / 2;
    await insertPast(target, { failed: 2, from: hour / 4, to: hour / 8 });
    expect(await mail(target)).toBe(0);
    expect(await sweptAgain(target)).toBe(false);
    target.clock.nowMs += hour / 2 + settleMs;
    expect(await sweptAgain(target)).toBe(true);
    expect(await mail(target)).toBe(2);
    expect(await sweptAgain(target)).toBe(false);
    const mails = await mailsOf(target);
    expect(mails.map(({ template, subject }) => [template, subject])).toEqual([
      ["delivery-failed", expect.stringContaining("12 webhook deliveries")],
      ["delivery-failed", expect.stringContaining("2 webhook deliveries")],
    ]);
    expect(mails[0]?.text).toContain("https://audit.example.com/");
  });

  test("notify administrators in the dashboard once for each streak of failures", async () => {
    const target = await oldTarget();
    const adam = await createTestPerson(target.ctx, "ADMIN", "Adam");
    const ada = await createTestPerson(target.ctx, "ANALYST", "Ada");
    const streaks = async (of: Context) => (await listNotifications(of, ListNotifications.parse({}))).data.length;
    const nextHour = async (past: Omit<Past, "from">) => {
      target.clock.nowMs += hour + settleMs;
      await insertPast(target, { ...past, from: hour / 2, to: hour / 4 });
      await mail(target);
      return streaks(adam);
    };
    expect(await nextHour({ failed: 2 })).toBe(1);
    expect(await nextHour({ failed: 1 })).toBe(1);
    expect(await nextHour({ delivered: 1 })).toBe(1);
    expect(await nextHour({ failed: 1 })).toBe(2);
    // Failed deliveries come first: the endpoint works again.
    expect(await nextHour({ failed: 1, delivered: 1 })).toBe(2);
    expect(await streaks(ada)).toBe(0);
  });

  test("that just ended are left to the next sweep, so that none is missed", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 1, from: settleMs - 1 });
    expect(await mail(target)).toBe(0);
    target.clock.nowMs += 1;
    expect(await mail(target)).toBe(1);
  });

  test("are ignored for deleted and unknown endpoints", async () => {
    const target = await oldTarget();
    await insertPast(target, { failed: 3, from: hour });
    await pool().query("UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1", [target.endpointId]);
    expect(await mail(target)).toBe(0);
    expect(await evaluate(target)).toBe("fine");
    const other = { organisationId: target.ctx.organisation.id, endpointId: newId("webhookEndpoint") };
    expect(await notifyFailures(other, target.clock)).toBe(0);
    expect(await sweptAgain(target)).toBe(false);
  });
});
