import { beforeEach, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { everyEvent } from "@/lib/domains/audit-chain/testing/chain";
import { copyRows, ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { placeHold, releaseHold } from "@/lib/domains/legal-holds";
import { findOrganisation, updateOrganisation } from "@/lib/domains/organisations";
import { UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { applyRetentionToAll } from "@/lib/domains/retention";
import { applyRetention } from "@/lib/domains/retention/apply-retention";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { createEndpoint } from "@/lib/domains/webhooks";
import { insertDelivery } from "@/lib/domains/webhooks/testing/endpoints";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { queueMail } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

const owner = ownerOf(ownTestDatabase());

const dayMs = 24 * 60 * 60_000;
let clock: TestClock;
let ctx: Context;

beforeEach(async () => {
  process.env.LOG_LEVEL = "silent";
  clock = createTestClock();
  ctx = await createTestContext(clock);
});

const daysAgo = (days: number) => new Date(clock.nowMs - days * dayMs);

/** Creates data of every kind with each of these ages in days. */
async function fill(ages: number[], organisation = ctx): Promise<void> {
  const { id: organisationId } = organisation.organisation;
  const url = "https://hooks.example.com/";
  const endpoint = await createEndpoint(organisation, {
    url,
    events: ["evidence.ready"],
    description: "",
    active: true,
  });
  for (const age of ages) {
    const at = daysAgo(age);
    const message = await insertDelivery(organisationId, endpoint.id, "DELIVERED");
    await pool().query("UPDATE webhook_deliveries SET created_at = $2, finished_at = $2 WHERE message_id = $1", [
      message,
      at,
    ]);
    await pool().query(
      `INSERT INTO webhook_attempts (organisation_id, endpoint_id, message_id, number, round, run_id, url, started_at)
       VALUES ($1, $2, $3, 1, 0, 'run_1', $4, $5)`,
      [organisationId, endpoint.id, message, url, at],
    );
    await owner.query("UPDATE webhook_messages SET created_at = $2 WHERE id = $1", [message, at]);
    await pool().query("INSERT INTO shadow_ai_buckets VALUES ($1, 'f', $2, '{}', NULL)", [organisationId, at]);
    await inTransaction(undefined, (tx) =>
      queueMail(
        tx,
        { organisationId, to: "a@example.com", template: "delivery-failed", subject: "x", text: "x", html: "x" },
        { now: () => at.getTime() },
      ),
    );
  }
  await pool().query("UPDATE mail_messages SET status = 'STORED' WHERE organisation_id = $1", [organisationId]);
}

/** Number of rows of each kind, and of envelopes with content. */
async function counts(organisation = ctx): Promise<Record<string, number>> {
  const tables = ["webhook_deliveries", "webhook_attempts", "mail_messages", "shadow_ai_buckets"];
  const parts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE organisation_id = $1) AS ${table}`);
  const envelopes = `(SELECT count(*)::int FROM webhook_messages WHERE organisation_id = $1 AND body <> '') AS envelopes`;
  const { rows } = await pool().query<Record<string, number>>(`SELECT ${[...parts, envelopes].join(", ")}`, [
    organisation.organisation.id,
  ]);
  return rows[0] ?? {};
}

const each = (count: number) => ({
  webhook_deliveries: count,
  webhook_attempts: count,
  mail_messages: count,
  shadow_ai_buckets: count,
  envelopes: count,
});

async function insertNotification(id: string, { organisation, actor }: Context, age: number): Promise<void> {
  await pool().query(
    `INSERT INTO notifications (id, organisation_id, member_id, kind, facts, source_key, in_app, created_at)
     VALUES ($1, $2, $3, 'CHAIN_FINDING', '{}', $1, true, $4)`,
    [id, organisation.id, actor.id, daysAgo(age)],
  );
}

async function apply() {
  const organisation = await findOrganisation(ctx.organisation.id);
  if (!organisation) throw new Error("there is no such organisation");
  return applyRetention(organisation, clock);
}

async function keep(days: { webhook: number | null; mail: number | null; observation: number }) {
  await updateOrganisation(
    ctx,
    UpdateOrganisation.parse({
      webhookRetentionDays: days.webhook,
      mailRetentionDays: days.mail,
      observationRetentionDays: days.observation,
    }),
  );
}

test("deletes data older than the retention period and records one event with the counts", async () => {
  await keep({ webhook: 40, mail: 40, observation: 40 });
  await fill([39, 41, 50]);
  const before = (await everyEvent(ctx)).length;
  expect(await apply()).toEqual({ webhookDeliveries: 4, observations: 2, mails: 2 });
  expect(await counts()).toEqual(each(1));
  const added = (await everyEvent(ctx)).slice(before);
  const until = daysAgo(40).toISOString();
  expect(added).toMatchObject([
    {
      eventType: "CONFIG_CHANGE",
      actor: { type: "SYSTEM", id: "retention" },
      payload: {
        kind: "RETENTION_APPLIED",
        deleted: { webhookDeliveries: 4, observations: 2, mails: 2 },
        before: { webhookDeliveries: until, observations: until, mails: until },
        holds: 0,
      },
    },
  ]);
  expect(await apply()).toEqual({});
  expect(await everyEvent(ctx)).toHaveLength(before + 1);
});

test("keeps data without a retention limit and deletes data with a shorter one", async () => {
  await keep({ webhook: null, mail: 30, observation: 400 });
  await fill([399, 31, 29]);
  expect(await apply()).toEqual({ mails: 2 });
  expect(await counts()).toEqual({ ...each(3), mail_messages: 1 });
});

test("keeps data under a legal hold until the hold is released, regardless of the models it names", async () => {
  await keep({ webhook: 40, mail: 40, observation: 40 });
  await fill([41, 50, 60]);
  const dateRange = { from: daysAgo(55).toISOString(), to: daysAgo(45).toISOString() };
  const { id } = await placeHold(ctx, { name: "A matter", reason: "A trial.", dateRange });
  expect(await apply()).toEqual({ webhookDeliveries: 4, observations: 2, mails: 2 });
  expect(await counts()).toEqual(each(1));
  await placeHold(ctx, { name: "Everything", reason: "A trial." });
  await releaseHold(ctx, id, { reason: "Settled." });
  expect(await apply()).toEqual({});
  expect(await counts()).toEqual(each(1));
});

test("does not publish an emptied envelope again, and keeps an e-mail that is still queued", async () => {
  await keep({ webhook: 40, mail: 40, observation: 400 });
  await fill([50]);
  await pool().query("UPDATE mail_messages SET status = 'QUEUED' WHERE organisation_id = $1", [ctx.organisation.id]);
  await apply();
  const { rows } = await pool().query("SELECT body FROM webhook_messages WHERE organisation_id = $1", [
    ctx.organisation.id,
  ]);
  expect(rows).toEqual([{ body: "" }]);
  expect(await counts()).toMatchObject({ mail_messages: 1 });
});

test("applies each organisation's own periods to its own data", async () => {
  const other = await createTestContext(clock);
  await keep({ webhook: 40, mail: 40, observation: 40 });
  await fill([50]);
  await fill([50], other);
  let after: string | undefined = "";
  do ({ after } = await applyRetentionToAll(clock, { after: after ?? "", limit: 2 }));
  while (after !== undefined);
  expect(await counts()).toEqual(each(0));
  expect(await counts(other)).toEqual(each(1));
});

test("keeps another organisation's data with the same IDs", async () => {
  const other = await createTestContext(clock);
  const member = await createTestPerson(ctx, "ANALYST");
  await keep({ webhook: 40, mail: 40, observation: 400 });
  await fill([50]);
  await insertNotification("ntf_1", member, 100);
  const tables = [
    ...["webhook_endpoints", "webhook_messages", "webhook_deliveries", "webhook_attempts"],
    ...["mail_messages", "notifications"],
  ];
  for (const table of tables) await copyRows(owner, table, ctx, other);
  expect(await apply()).toEqual({ webhookDeliveries: 2, mails: 1, notifications: 1 });
  expect(await counts()).toEqual({ ...each(0), shadow_ai_buckets: 1 });
  expect(await counts(other)).toEqual({ ...each(1), shadow_ai_buckets: 0 });
  const { rows } = await pool().query("SELECT organisation_id FROM notifications WHERE id = 'ntf_1'");
  expect(rows).toEqual([{ organisation_id: other.organisation.id }]);
});

test("keeps every event on the chain, and gives a new organisation its own defaults", async () => {
  const organisation = await findOrganisation(ctx.organisation.id);
  expect(organisation).toMatchObject({
    webhookRetentionDays: 90,
    mailRetentionDays: 365,
    observationRetentionDays: 400,
  });
  await fill([100]);
  const before = await everyEvent(ctx);
  expect(await apply()).toEqual({ webhookDeliveries: 2 });
  expect((await everyEvent(ctx)).slice(0, before.length)).toEqual(before);
});

test("deletes notifications after 90 days", async () => {
  const member = await createTestPerson(ctx, "ANALYST");
  for (const age of [89, 91]) await insertNotification(`ntf_${age}`, member, age);
  expect(await apply()).toEqual({ notifications: 1 });
  const { rows } = await pool().query("SELECT id FROM notifications WHERE organisation_id = $1", [ctx.organisation.id]);
  expect(rows).toEqual([{ id: "ntf_89" }]);
});
