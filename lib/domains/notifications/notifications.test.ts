import { beforeEach, describe, expect, test } from "vitest";
import {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  readNotificationPreferences,
  updateNotification,
  updateNotificationPreference,
} from "@/lib/domains/notifications";
import { describeNotification } from "@/lib/domains/notifications/facts";
import { ListNotifications, UpdateNotificationPreference } from "@/lib/domains/notifications/schemas";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { requestException, updateDetection, updateDetections, withdrawException } from "@/lib/domains/shadow-ai";
import { notifyOverdue } from "@/lib/domains/shadow-ai/detections/notify-overdue";
import { notifySilentSources } from "@/lib/domains/shadow-ai/overview/notify-silent";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { createAnalyst, openDetection, openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { timeText } from "@/lib/platform/client/format";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";

const dayMs = 86_400_000;
type Person = Context & { actor: { kind: "user"; id: string; email: string } };

const analyst = ownAnalyst({ name: "Meridian Bank" });
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ada = await person("ANALYST", "Ada");
  ben = await person("ANALYST", "Ben");
});

async function person(role: Role, name: string, ctx: Context = analyst.ctx): Promise<Person> {
  return (await createTestPerson(ctx, role, name)) as Person;
}

const listed = async (of: Context, query: object = {}) =>
  (await listNotifications(of, ListNotifications.parse(query))).data;
const unread = async (of: Context) => (await countUnreadNotifications(of)).unread;

/** A detection that Ada assigned to someone. */
async function assigned(to: string = ben.actor.email): Promise<string> {
  const { id } = await openDetection(analyst);
  await updateDetection(ada, id, { assignedTo: to });
  return id;
}

describe("an assignment", () => {
  test("notifies the assignee, who marks it as read and as unread again", async () => {
    const id = await assigned();
    const [one] = await listed(ben);
    expect(one).toEqual({
      id: expect.stringMatching(/^ntf_/),
      kind: "DETECTION_ASSIGNED",
      title: "api.openai.com (medium severity)",
      text: "Detection assigned to you by Ada. Provider: OpenAI.",
      subjectId: id,
      path: `/shadow-ai/${id}`,
      createdAt: new Date(analyst.clock.nowMs).toISOString(),
      readAt: null,
    });
    expect([await unread(ben), await listed(ada)]).toEqual([1, []]);
    const readAt = new Date(analyst.clock.nowMs).toISOString();
    const read = await updateNotification(ben, one?.id ?? "", { read: true });
    expect(read).toEqual({ ...one, readAt });
    analyst.clock.nowMs += 1_000;
    expect(await updateNotification(ben, read.id, { read: true })).toEqual(read);
    expect([await unread(ben), await listed(ben, { unread: "true" })]).toEqual([0, []]);
    expect(await listed(ben, { unread: "false" })).toEqual([read]);
    expect(await updateNotification(ben, read.id, { read: false })).toEqual(one);
  });

  test("of several detections in one step is one notification", async () => {
    const ids = (await openDetections(analyst, [{}, {}, {}])).map(({ id }) => id);
    await updateDetections(ada, { ids, change: { assignedTo: ben.actor.email } });
    expect(await listed(ben)).toMatchObject([
      {
        title: "api.openai.com and 2 others",
        text: "3 detections assigned to you by Ada.",
        subjectId: null,
        path: "/shadow-ai?due=any&assignedTo=me",
      },
    ]);
  });

  test("to oneself, to a former member or to another address creates no notification", async () => {
    await pool().query("UPDATE members SET disabled_at = now() WHERE id = $1", [ben.actor.id]);
    for (const to of [ada.actor.email, ada.actor.email.toUpperCase(), ben.actor.email, "elsewhere@example.com"])
      await assigned(to);
    const { rows } = await pool().query("SELECT FROM notifications WHERE organisation_id = $1", [
      analyst.organisationId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("access", () => {
  test("members read and change only their own notifications", async () => {
    await assigned();
    const [one] = await listed(ben);
    const stranger = await person("ANALYST", "Eve", (await createAnalyst()).ctx);
    for (const other of [ada, stranger]) {
      expect([await listed(other), await unread(other)]).toEqual([[], 0]);
      expect(await readAllNotifications(other, {})).toEqual({ unread: 0 });
      for (const id of [one?.id ?? "", newId("notification"), "ntf_\0"]) {
        await expect(updateNotification(other, id, { read: true })).rejects.toMatchObject({ code: "not_found" });
      }
    }
    expect(await listed(ben)).toEqual([one]);
    const key: Context = { ...ben, actor: { kind: "api-key", id: "key_1", name: "K" }, scopes: new Set(["admin"]) };
    await expect(listNotifications(key, ListNotifications.parse({}))).rejects.toMatchObject({
      code: "insufficient_scope",
    });
  });

  test("a cursor is valid only for the member who received it", async () => {
    await assigned();
    await assigned();
    const { data, pagination } = await listNotifications(ben, ListNotifications.parse({ limit: "1" }));
    const query = { limit: "1", cursor: pagination.nextCursor };
    const [next] = await listed(ben, query);
    expect([pagination.total, next?.id === data[0]?.id]).toEqual([2, false]);
    await expect(listed(ada, query)).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test("a member whose role can no longer read a subject no longer sees its notifications", async () => {
    const id = newId("notification");
    await pool().query(
      `INSERT INTO notifications (id, organisation_id, member_id, kind, subject_id, facts, source_key, in_app, created_at)
       VALUES ($1, $2, $3, 'DELIVERIES_FAILED', 'wh_1',
         '{"host": "hooks.example.com", "description": "", "since": "2026-11-20T10:00:00.000Z"}', 'x', true, now())`,
      [id, analyst.organisationId, ben.actor.id],
    );
    expect([await listed(ben), await unread(ben)]).toEqual([[], 0]);
    await expect(updateNotification(ben, id, { read: true })).rejects.toMatchObject({ code: "not_found" });
    const admin = { ...ben, actor: { ...ben.actor, role: "ADMIN" as const } };
    expect(await listed(admin)).toMatchObject([
      {
        title: "hooks.example.com",
        text: "Webhook deliveries have been failing since 20 Nov 2026.",
        path: "/webhooks/wh_1",
      },
    ]);
  });
});

test("marking all as read leaves newer notifications unread", async () => {
  for (let n = 0; n < 3; n++) {
    await assigned();
    analyst.clock.nowMs += 1_000;
  }
  const seen = (await listed(ben))[1];
  expect(await readAllNotifications(ben, { upTo: seen?.id })).toEqual({ unread: 1 });
  expect((await listed(ben)).map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
  expect(await readAllNotifications(ben, {})).toEqual({ unread: 0 });
});

test("a log source that becomes silent notifies once until it sends records again", async () => {
  const viewer = await person("VIEWER", "Vic");
  const other = await person("ANALYST", "Eve", (await createAnalyst()).ctx);
  const sweep = () => notifySilentSources(analyst.clock, { after: "", limit: 1_000 });
  const at = (days: number) => new Date(analyst.clock.nowMs + days * dayMs);
  const [steady, uploaded] = [newId("logSource"), newId("logSource")];
  const add = (id: string, name: string, createdAt: Date, lastRecordAt: Date) =>
    pool().query(
      `INSERT INTO log_sources (id, organisation_id, name, via, created_at, last_record_at)
       VALUES ($1, $2, $3, 'API', $4, $5)`,
      [id, analyst.organisationId, name, createdAt, lastRecordAt],
    );
  await add(steady, "proxy-head-office", at(-3), at(-0.5));
  await add(uploaded, "one-file", at(-3), at(-3));
  await sweep();
  expect(await listed(ada)).toEqual([]);
  analyst.clock.nowMs += dayMs;
  for (const _ of [1, 2]) await sweep();
  const silent = {
    ...{ kind: "LOG_SOURCE_SILENT", title: "proxy-head-office", subjectId: steady, path: "/shadow-ai/sources" },
    text: expect.stringMatching(
      /^This log source has sent no records since \d+ \w+ 20\d\d, so detections may be incomplete\.$/,
    ),
  };
  expect(await listed(ada)).toMatchObject([silent]);
  expect([await listed(viewer), await listed(other)]).toEqual([[], []]);
  await pool().query("UPDATE log_sources SET last_record_at = $2 WHERE id = $1", [steady, at(0)]);
  await sweep();
  expect(await listed(ada)).toHaveLength(1);
  analyst.clock.nowMs += 2 * dayMs;
  await sweep();
  expect(await listed(ada)).toMatchObject([silent, silent]);
});

describe("an overdue detection", () => {
  const sweep = () => notifyOverdue(analyst.clock, { after: "", limit: 1_000 });

  test("notifies its assignee once for each due date", async () => {
    await assigned();
    await sweep();
    expect(await listed(ben)).toHaveLength(1);
    analyst.clock.nowMs += 32 * dayMs;
    for (const _ of [1, 2]) await sweep();
    const overdue = { kind: "DETECTION_OVERDUE", title: "api.openai.com (medium severity)" };
    expect(await listed(ben)).toMatchObject([overdue, { kind: "DETECTION_ASSIGNED" }]);
    expect((await listed(ben))[0]?.text).toMatch(
      /^Detection overdue\. A decision was due on \d+ Dec 2026\. Provider: OpenAI\.$/,
    );
    await pool().query("UPDATE shadow_ai_detections SET reopened_at = $2 WHERE organisation_id = $1", [
      analyst.organisationId,
      new Date(analyst.clock.nowMs),
    ]);
    analyst.clock.nowMs += 32 * dayMs;
    for (const _ of [1, 2]) await sweep();
    expect(await listed(ben)).toMatchObject([overdue, overdue, { kind: "DETECTION_ASSIGNED" }]);
    expect(await listed(ada)).toEqual([]);
  });

  test("notifies the members who can decide it once a day if it is unassigned", async () => {
    const viewer = await person("VIEWER", "Vic");
    for (const _ of [1, 2]) await openDetection(analyst);
    analyst.clock.nowMs += 30 * dayMs + 60_000;
    for (const _ of [1, 2]) await sweep();
    const notified = {
      kind: "DETECTION_OVERDUE",
      title: "api.openai.com and 1 other",
      path: "/shadow-ai?due=overdue&assignedTo=none",
    };
    expect(await listed(ada)).toMatchObject([notified]);
    expect((await listed(ada))[0]?.text).toMatch(
      /^2 unassigned detections of medium severity are overdue\. The earliest decision was due on \d+ \w{3} 20\d\d\.$/,
    );
    expect(await listed(viewer)).toEqual([]);
  });

  const noticesOf = async (of: Context) => (await listed(of, { limit: "100" })).map(({ text }) => text);

  test("is named by its host if it is the only one without an assignee", async () => {
    await openDetection(analyst);
    analyst.clock.nowMs += 32 * dayMs;
    await sweep();
    expect(await listed(ada)).toMatchObject([
      {
        title: "api.openai.com",
        text: expect.stringMatching(/^1 unassigned detection of medium severity is overdue\. /),
      },
    ]);
  });

  test("without an assignee is led by the most severe one, with the number of its severity and the earliest deadline", async () => {
    await openDetections(analyst, [
      { endpoint: "medium.example.com", severity: "MEDIUM", detectedAt: new Date(analyst.clock.nowMs - 60 * dayMs) },
      {
        endpoint: "critical.example.com",
        severity: "CRITICAL",
        detectedAt: new Date(analyst.clock.nowMs - 20 * dayMs),
      },
    ]);
    await sweep();
    const { MEDIUM } = defaultSettings.slaDays;
    const earliest = timeText(new Date(analyst.clock.nowMs - (60 - MEDIUM) * dayMs).toISOString(), "day", "UTC");
    expect(await listed(ada)).toMatchObject([
      {
        title: "critical.example.com and 1 other",
        text: `2 unassigned detections are overdue, 1 of critical severity. The earliest decision was due on ${earliest}.`,
      },
    ]);
  });

  test("without an assignee is reported once even if the job did not run on its day", async () => {
    await openDetection(analyst);
    analyst.clock.nowMs += dayMs;
    await openDetection(analyst);
    // Due on 20 and 21 December.
    analyst.clock.nowMs += 32 * dayMs;
    for (const _ of [1, 2]) await sweep();
    expect(await noticesOf(ada)).toEqual([
      "2 unassigned detections of medium severity are overdue. The earliest decision was due on 20 Dec 2026.",
    ]);
    analyst.clock.nowMs += dayMs;
    await sweep();
    expect(await noticesOf(ada)).toHaveLength(1);
  });

  test("without an assignee is reported at most once a day, also if the later ones are assigned after missed runs", async () => {
    const opened: string[] = [];
    for (let day = 0; day < 3; day++) {
      opened.push((await openDetection(analyst)).id);
      analyst.clock.nowMs += dayMs;
    }
    analyst.clock.nowMs += 40 * dayMs;
    const counts: number[] = [];
    for (const id of opened.toReversed()) {
      await sweep();
      counts.push((await noticesOf(ada)).length);
      await updateDetection(ben, id, { assignedTo: ben.actor.email });
    }
    expect(counts).toEqual([1, 1, 1]);
  });

  test("without an assignee is reported together with hundreds of others, once for each due day", async () => {
    const { slaDays } = defaultSettings;
    const severities = Object.keys(slaDays) as (keyof typeof slaDays)[];
    await openDetections(
      analyst,
      Array.from({ length: 200 }, (_, n) => ({ severity: severities[n % severities.length] ?? "INFO" })),
    );
    const openedMs = analyst.clock.nowMs;
    const days = [...new Set(Object.values(slaDays))].sort((one, other) => one - other);
    for (const [n, day] of days.entries()) {
      analyst.clock.nowMs = openedMs + day * dayMs + 60_000;
      for (const _ of [1, 2, 3]) await sweep();
      for (const member of [ada, ben]) expect(await noticesOf(member)).toHaveLength(n + 1);
    }
  });

  test.each([
    [{}, "Overdue unassigned detections", "Unassigned detections are overdue."],
    [{ count: 3, endpoint: "api.openai.com" }, "api.openai.com and 2 others", "3 unassigned detections are overdue."],
  ])("without an assignee is also described by the facts %j that an earlier version stored", (stored, title, text) => {
    const facts = { unassigned: true, ...stored, dueAt: "2026-12-20T10:00:00.000Z" };
    expect(describeNotification({ kind: "DETECTION_OVERDUE", facts, subjectId: null })).toMatchObject({
      title,
      text: `${text} The latest decision was due on 20 Dec 2026.`,
    });
  });

  test("is skipped if it is decided, or has been overdue for more than 60 days", async () => {
    const id = await assigned();
    await assigned();
    await updateDetection(analyst.ctx, id, { status: "INVESTIGATING" });
    await updateDetection(analyst.ctx, id, { status: "RESOLVED", resolution: "STOPPED" });
    analyst.clock.nowMs += 100 * dayMs;
    await sweep();
    expect((await listed(ben)).map(({ kind }) => kind)).toEqual(["DETECTION_ASSIGNED", "DETECTION_ASSIGNED"]);
  });
});

test("an exception request notifies the approvers, except the requester", async () => {
  const [amy, al] = [await person("APPROVER", "Amy"), await person("APPROVER", "Al")];
  const { id } = await openDetection(analyst);
  const request = await requestException(amy, id, { justification: "A trial until the contract is signed." });
  expect(await listed(al)).toMatchObject([
    {
      kind: "EXCEPTION_REQUESTED",
      title: "api.openai.com (medium severity)",
      text: "Amy requested an exception. Provider: OpenAI.",
      path: `/shadow-ai/${id}`,
    },
  ]);
  expect([await listed(amy), await listed(ben), await unread(al)]).toEqual([[], [], 1]);
  await withdrawException(amy, request.id);
  expect(await unread(al)).toBe(0);
  await requestException(amy, id, { justification: "A second trial." });
  expect(await listed(al)).toHaveLength(1);
});

describe("preferences", () => {
  const set = (of: Context, change: object) =>
    updateNotificationPreference(of, UpdateNotificationPreference.parse(change));

  test("start with the defaults of the role, and change only for the member", async () => {
    const detections = [
      { kind: "DETECTION_ASSIGNED", inApp: true, email: "NONE" },
      { kind: "DETECTION_MENTIONED", inApp: true, email: "DAILY" },
      { kind: "DETECTION_OVERDUE", inApp: true, email: "DAILY" },
    ];
    const on = { inApp: true, email: "DAILY" };
    const off = { inApp: false, email: "NONE" };
    const requests = { kind: "EXCEPTION_REQUESTED", inApp: true, email: "DAILY" };
    const others = (choice: object) => [
      ...detections,
      ...["LOG_SOURCE_SILENT", "DELIVERIES_FAILED", "AUDIT_STREAM_FAILED", "CHAIN_FINDING"].map((kind) => ({
        kind,
        ...choice,
      })),
    ];
    const expiringKeys = { kind: "API_KEY_EXPIRING", ...on };
    expect(await readNotificationPreferences(await person("ADMIN", "Adam"))).toEqual({
      preferences: [...others(on), expiringKeys],
    });
    expect(await readNotificationPreferences(await person("AUDITOR", "Al"))).toEqual({ preferences: others(off) });
    expect((await readNotificationPreferences(await person("APPROVER", "Amy"))).preferences).toContainEqual(requests);
    const silent = { kind: "LOG_SOURCE_SILENT", ...on };
    const changed = [
      ...detections.slice(0, 2),
      { ...detections[2], email: "NONE" },
      ...[silent, { kind: "CHAIN_FINDING", ...off }],
    ];
    expect(await set(ben, { kind: "DETECTION_OVERDUE", email: "NONE" })).toEqual({ preferences: changed });
    expect(await readNotificationPreferences(ben)).toEqual({ preferences: changed });
    expect((await readNotificationPreferences(ada)).preferences.slice(0, 3)).toEqual(detections);
  });

  test("decide whether a notification is created and listed", async () => {
    await set(ben, { kind: "DETECTION_ASSIGNED", inApp: false });
    await assigned();
    await set(ben, { kind: "DETECTION_ASSIGNED", email: "DAILY" });
    await assigned();
    const { rows } = await pool().query("SELECT in_app FROM notifications WHERE member_id = $1", [ben.actor.id]);
    expect([rows, await listed(ben), await unread(ben)]).toEqual([[{ in_app: false }], [], 0]);
    await set(ben, { kind: "DETECTION_ASSIGNED", inApp: true });
    await assigned();
    expect(await unread(ben)).toBe(1);
  });

  test("a kind that the role cannot receive, and an empty change, are rejected at their fields", async () => {
    await expect(set(ben, { kind: "DELIVERIES_FAILED", inApp: true })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "kind" }],
    });
    expect(UpdateNotificationPreference.safeParse({ kind: "CHAIN_FINDING" }).error?.issues[0]?.message).toBe(
      "must set inApp or email",
    );
  });
});
