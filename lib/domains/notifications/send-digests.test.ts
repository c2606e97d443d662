import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import {
  listNotifications,
  notifyFinding,
  readAllNotifications,
  sendDigests,
  updateNotificationPreference,
} from "@/lib/domains/notifications";
import { ListNotifications } from "@/lib/domains/notifications/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { getMail, listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
process.env.PUBLIC_URL = "https://audit.example.com";
const database = ownTestDatabase();

const dayMs = 86_400_000;
let clock: TestClock;
let ctx: Context;
let adam: Context & { actor: { kind: "user"; email: string; id: string } };

beforeEach(async () => {
  clock = createTestClock(Date.parse("2026-11-20T06:13:00.000Z"));
  ctx = await createTestContext(clock, { name: "Meridian Bank" });
  adam = (await createTestPerson(ctx, "ADMIN", "Adam")) as typeof adam;
});

/** Records a finding at a position and notifies members, twice, as a repeated job does. */
async function find(chainPosition: number): Promise<void> {
  const { id } = ctx.organisation;
  const eventId = `position:${chainPosition}`;
  const detectedAt = new Date(clock.nowMs).toISOString();
  await recordFinding(id, {
    ...{ eventId, code: "hash_mismatch", chainPosition, storedHash: "a", computedHash: "b", detectedAt },
  });
  for (const _ of [1, 2]) await notifyFinding(id, eventId, "hash_mismatch", clock);
}

const send = () => sendDigests(clock, { after: "", limit: 1_000 });

async function digests() {
  const mails = await listMails({ organisationId: ctx.organisation.id, limit: 100 });
  const read = await Promise.all(mails.reverse().map(({ id }) => getMail(id)));
  return read.map((mail) => ({ to: mail?.recipient, subject: mail?.subject, text: mail?.text ?? "" }));
}

const listed = async (of: Context) => (await listNotifications(of, ListNotifications.parse({}))).data;

test("a finding notifies administrators once, and other members only if they opted in", async () => {
  const auditor = await createTestPerson(ctx, "AUDITOR", "Audrey");
  const viewer = await createTestPerson(ctx, "VIEWER", "Vic");
  await updateNotificationPreference(auditor, { kind: "CHAIN_FINDING", inApp: true });
  await find(7);
  for (const of of [adam, auditor]) {
    expect(await listed(of)).toMatchObject([
      {
        title: "Hash mismatch at #7",
        text: "Integrity finding recorded.",
        subjectId: expect.stringMatching(/^fnd_[0-9a-f]{32}$/),
        path: "/audit/verification",
      },
    ]);
  }
  expect(await listed(viewer)).toEqual([]);
  const { rows } = await pool().query("SELECT code FROM integrity_findings WHERE organisation_id = $1", [
    ctx.organisation.id,
  ]);
  expect(rows).toHaveLength(1);
});

test("a digest lists the unread notifications since the last one, at most once a day", async () => {
  await send();
  expect(await digests()).toEqual([]);
  await find(1);
  await readAllNotifications(adam, {});
  await find(2);
  await find(3);
  await Promise.all([send(), send(), send()]);
  await find(4);
  await send();
  const [first, ...others] = await digests();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ to: adam.actor.email, subject: "2 new notifications in Meridian Bank" });
  expect(first?.text).toContain("Hash mismatch at #3");
  expect(first?.text).toContain("https://audit.example.com/account#notifications");
  expect(first?.text).not.toContain("#1");

  clock.nowMs += dayMs;
  for (const _ of [1, 2]) await send();
  const [, second, ...more] = await digests();
  expect(more).toEqual([]);
  expect(second).toMatchObject({ subject: "1 new notification in Meridian Bank" });
  expect(second?.text).toContain("Hash mismatch at #4");
  clock.nowMs += dayMs;
  await send();
  expect(await digests()).toHaveLength(2);
});

test("no digest is sent to a member who opted out or who left", async () => {
  const eve = await createTestPerson(ctx, "ADMIN", "Eve");
  await find(1);
  await updateNotificationPreference(adam, { kind: "CHAIN_FINDING", email: "NONE" });
  await pool().query("UPDATE members SET disabled_at = now() WHERE id = $1", [(eve.actor as { id: string }).id]);
  await send();
  expect(await digests()).toEqual([]);
  expect(await listed(adam)).toHaveLength(1);
});

test("a notification that cannot be shown does not stop the digests of other members", async () => {
  const eve = await createTestPerson(ctx, "ADMIN", "Eve");
  await find(1);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query("UPDATE notifications SET facts = 'null' WHERE member_id = $1", [adam.actor.id]);
  await owner.end();
  await send();
  expect(await digests()).toMatchObject([{ to: (eve.actor as { email: string }).email }]);
});

test("a digest links to the dashboard only if the dashboard lists one of its notifications", async () => {
  const link = "https://audit.example.com/notifications";
  await updateNotificationPreference(adam, { kind: "CHAIN_FINDING", inApp: false });
  await find(1);
  await send();
  await updateNotificationPreference(adam, { kind: "CHAIN_FINDING", inApp: true });
  await find(2);
  clock.nowMs += dayMs;
  await send();
  expect((await digests()).map(({ text }) => text.includes(link))).toEqual([false, true]);
});
