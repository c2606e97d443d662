import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { createTestChain } from "@/lib/domains/audit-chain/testing/chain";
import { verifyChain } from "@/lib/domains/audit-chain/verification/verifications";
import { insertListener } from "@/lib/domains/webhooks/testing/listening";
import { systemClock } from "@/lib/platform/core/clock";
import { pool, prisma } from "@/lib/platform/database/db";
import { closeEngines, engine } from "@/lib/platform/jobs/engine/testing";
import type { JobEvent } from "@/lib/platform/jobs/events";
import { sendMail } from "@/lib/platform/jobs/functions/maintenance";
import { publishChainVerified, publishIntegrityFailure } from "@/lib/platform/jobs/functions/webhooks";
import { enqueueTracked, postponeEffect, requeueDueEffects, settleEffect } from "@/lib/platform/jobs/outbox-store";
import { queueMail, sendQueuedMail } from "@/lib/platform/mail";
import { findMailById } from "@/lib/platform/mail/store";
import { MailError } from "@/lib/platform/mail/transport";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.superuserUrl });
  await owner.connect();
});
afterEach(async () => {
  await closeEngines();
  await owner.query("DELETE FROM pending_effects");
});
afterAll(() => owner.end());

async function pending(): Promise<string[]> {
  const { rows } = await pool().query<{ key: string }>("SELECT key FROM pending_effects ORDER BY key");
  return rows.map(({ key }) => key);
}

/** The job server loses all its jobs, and a minute passes. */
async function loseJobServer(): Promise<void> {
  await owner.query("DELETE FROM graphile_worker._private_jobs");
  await owner.query("DELETE FROM job_runs");
  await owner.query("UPDATE pending_effects SET due_at = due_at - interval '1 minute'");
}

async function untilSettled(): Promise<void> {
  await expect.poll(pending, { timeout: 30_000 }).toEqual([]);
}

async function queueTestMail(): Promise<string> {
  const { ctx } = await createTestChain();
  const mail = {
    organisationId: ctx.organisation.id,
    to: "owner@example.com",
    template: "test",
    subject: "Test",
    text: "A test.",
    html: "<p>A test.</p>",
  };
  return prisma().$transaction((tx) => queueMail(tx, mail, systemClock));
}

async function webhookTypes(organisationId: string): Promise<string[]> {
  const { rows } = await owner.query<{ type: string }>(
    "SELECT type FROM webhook_messages WHERE organisation_id = $1 ORDER BY type",
    [organisationId],
  );
  return rows.map(({ type }) => type);
}

test("e-mails, integrity alarms and passed verifications survive the loss of the job server", async () => {
  const mailId = await queueTestMail();
  const { ctx } = await createTestChain();
  const organisationId = ctx.organisation.id;
  await insertListener(organisationId, { events: ["chain.integrity_failure", "chain.verified"] });
  await verifyChain(ctx, { mode: "full" });
  await recordFinding(organisationId, {
    eventId: "position:1",
    code: "events_missing",
    chainPosition: 1,
    storedHash: `sha256:${"0".repeat(64)}`,
    computedHash: `sha256:${"0".repeat(64)}`,
    detectedAt: new Date().toISOString(),
  });
  expect(await pending()).toHaveLength(3);

  await loseJobServer();
  expect(await requeueDueEffects()).toBe(3);
  await engine([sendMail, publishIntegrityFailure, publishChainVerified]);
  await untilSettled();
  expect((await findMailById(mailId))?.status).toBe("STORED");
  expect(await webhookTypes(organisationId)).toEqual(["chain.integrity_failure", "chain.verified"]);
});

test("an effect that is not due, done or postponed is not queued again", async () => {
  const events = ["mail_00000000000000000000000001", "mail_00000000000000000000000002"].map(
    (mailId): JobEvent => ({ name: "mail/message.queued", data: { mailId } }),
  ) as [JobEvent, JobEvent];
  for (const event of events) await prisma().$transaction((tx) => enqueueTracked(tx, event));
  expect(await requeueDueEffects()).toBe(0);
  await loseJobServer();
  await settleEffect(events[0]);
  await postponeEffect(events[1], 60_000);
  expect(await requeueDueEffects()).toBe(0);
  await loseJobServer();
  expect(await requeueDueEffects()).toBe(1);
  // Five minutes must pass first.
  expect(await requeueDueEffects()).toBe(0);
  await settleEffect(events[1]);
});

test("a rollback leaves no pending effect", async () => {
  const event: JobEvent = { name: "mail/message.queued", data: { mailId: "mail_00000000000000000000000003" } };
  const work = prisma().$transaction(async (tx) => {
    await enqueueTracked(tx, event);
    throw new Error("rolled back");
  });
  await expect(work).rejects.toThrow("rolled back");
  expect(await pending()).toEqual([]);
});

test("a deferred e-mail waits longer than the next attempt and is then queued again", async () => {
  const mailId = await queueTestMail();
  const refusing = {
    send: async () => {
      throw new MailError("450 Try later", false);
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  await expect(sendQueuedMail(mailId, systemClock, refusing)).rejects.toThrow("450");
  await loseJobServer();
  expect(await requeueDueEffects()).toBe(0);
  await owner.query("UPDATE pending_effects SET due_at = due_at - interval '2 minutes'");
  expect(await requeueDueEffects()).toBe(1);
  await engine([sendMail]);
  await untilSettled();
});

test("a permanently rejected e-mail is completed", async () => {
  const mailId = await queueTestMail();
  const refusing = {
    send: async () => {
      throw new MailError("550 No such user", true);
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  expect(await sendQueuedMail(mailId, systemClock, refusing)).toBe("FAILED");
  expect(await pending()).toEqual([]);
});
