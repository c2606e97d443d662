import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import {
  changePassword,
  findMemberForSignIn,
  findPreviousVisit,
  findSession,
  getMember,
  listSessions,
  noteSessionSeen,
  revokeSession,
  signOutMember,
  startSession,
  updateAccount,
  updateMember,
  verifyPassword,
} from "@/lib/domains/members";
import type { Member } from "@/lib/domains/members/schemas";
import { codeOf, createTenant, goodPassword, join, mailsTo, recorded, signIn } from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { registerSessionCache } from "@/lib/platform/core/lookup-cache";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const forgotten: string[] = [];
let admin: Context;
let clock: TestClock;
let member: Member;
let own: Awaited<ReturnType<typeof signIn>>;

beforeAll(() => registerSessionCache({ drop: (sessionId) => void forgotten.push(sessionId) }));

beforeEach(async () => {
  ({ ctx: admin, clock } = await createTenant({ name: "Northwind Bank", tier: "PROFESSIONAL" }));
  member = await join(admin, { name: "Ada", role: "APPROVER" });
  own = await signIn(admin, member);
  forgotten.length = 0;
});

const manner = { method: "PASSWORD", secondFactor: true, userAgent: "Firefox", network: "192.0.2.0/24" } as const;

test("a session identifies its member and lasts twelve hours", async () => {
  expect(await findSession(own.sessionId)).toEqual({
    sessionId: own.sessionId,
    memberId: member.id,
    email: member.email,
    name: "Ada",
    role: "APPROVER",
    organisation: {
      id: admin.organisation.id,
      name: "Northwind Bank",
      tier: "PROFESSIONAL",
      livemode: true,
      rateLimitOverrides: {},
    },
    createdAt: new Date("2026-11-20T10:00:00.000Z"),
    lastSeenAt: new Date("2026-11-20T10:00:00.000Z"),
    expiresAt: new Date("2026-11-20T22:00:00.000Z"),
    revokedAt: null,
    disabledAt: null,
    accessExpiresAt: null,
    method: "PASSWORD",
    secondFactor: false,
    lacksSecondFactor: false,
  });
  expect(await getMember(admin, member.id)).toMatchObject({ lastSignInAt: "2026-11-20T10:00:00.000Z" });
});

test("a session ends when its member's access ends", async () => {
  const auditor = await join(admin, { role: "AUDITOR", accessExpiresAt: "2026-11-20T10:30:00.000Z" });
  const { sessionId } = await signIn(admin, auditor);
  expect((await findSession(sessionId))?.expiresAt).toEqual(new Date("2026-11-20T10:30:00.000Z"));
});

test.for(["", "ses_", "ses_\u0000", "usr_1", "'; --", newId("session")])("%j is not a session", async (id) => {
  expect(await findSession(id)).toBeUndefined();
});

test("a User-Agent is stored as one short line, regardless of its content", async () => {
  const found = await findMemberForSignIn(member.email, clock);
  if (!found) throw new Error("member not found");
  const userAgent = `a\0b\r\nc\ud800${"x".repeat(10_000)}`;
  const { sessionId } = await startSession(found, { ...manner, userAgent, network: "\0".repeat(500) }, clock);
  // Sessions of the same millisecond have no order.
  const started = (await listSessions({ ...own.ctx }, { limit: 100 })).data.find(({ id }) => id === sessionId);
  expect(started).toMatchObject({ secondFactor: true });
  expect(started?.userAgent).toMatch(/^a b c\ufffdx+$/);
  expect(started?.userAgent).toHaveLength(300);
});

const closed: [string, () => Promise<unknown>][] = [
  ["is disabled", () => updateMember(admin, member.id, { disabled: true })],
  ["changes the password", () => choosePassword("two herons fish there")],
];

function choosePassword(newPassword: string) {
  return changePassword(own.ctx, { currentPassword: goodPassword, newPassword });
}

test.for(closed)("rejects the sign-in of a member who %s during sign-in", async ([, change]) => {
  const found = await findMemberForSignIn(member.email, clock);
  if (!found) throw new Error("member not found");
  await change();
  expect(await codeOf(startSession(found, manner, clock))).toBe("unauthorized");
});

test("a password change ends or prevents sign-ins that run concurrently", async () => {
  const found = await findMemberForSignIn(member.email, clock);
  if (!found) throw new Error("member not found");
  const starting = Array.from({ length: 5 }, () => startSession(found, manner, clock).catch(() => undefined));
  const [, ...started] = await Promise.all([choosePassword("two herons fish there"), ...starting]);
  for (const session of started) {
    if (session) expect(await findSession(session.sessionId)).toMatchObject({ revokedAt: expect.any(Date) });
  }
});

test("the last-seen time of a session only moves forward", async () => {
  await noteSessionSeen(own.sessionId, new Date("2026-11-20T11:00:00.000Z"));
  await noteSessionSeen(own.sessionId, new Date("2026-11-20T10:30:00.000Z"));
  expect((await findSession(own.sessionId))?.lastSeenAt).toEqual(new Date("2026-11-20T11:00:00.000Z"));
});

test("a member's previous visit ended with their last session, unless it ended less than 30 minutes ago", async () => {
  expect(await findPreviousVisit(own.ctx)).toBeNull();
  await noteSessionSeen(own.sessionId, new Date("2026-11-20T10:40:00.000Z"));
  clock.nowMs = Date.parse("2026-11-20T11:00:00.000Z");
  const soon = await signIn(admin, member);
  expect(await findPreviousVisit(soon.ctx)).toBeNull();
  clock.nowMs = Date.parse("2026-11-20T12:00:00.000Z");
  const later = await signIn(admin, member);
  expect(await findPreviousVisit(later.ctx)).toEqual(new Date("2026-11-20T11:00:00.000Z"));
  const other = await signIn(admin, await join(admin, { role: "VIEWER" }));
  expect(await findPreviousVisit(other.ctx)).toBeNull();
  const { organisation } = (await createTenant({ name: "Other" })).ctx;
  expect(await findPreviousVisit({ ...later.ctx, organisation })).toBeNull();
  expect(await findPreviousVisit({ ...later.ctx, actor: { kind: "api-key", id: "key_1", name: "K" } })).toBeNull();
});

describe("a member's own account", () => {
  test("lists open sessions newest first and marks the current one", async () => {
    clock.nowMs += 1;
    const second = await signIn(admin, member);
    clock.nowMs += 1;
    const ended = await signIn(admin, member);
    await revokeSession(own.ctx, ended.sessionId);
    const { data, pagination } = await listSessions(own.ctx, { limit: 10 });
    expect(data.map(({ id, current }) => [id, current])).toEqual([
      [second.sessionId, false],
      [own.sessionId, true],
    ]);
    expect(pagination).toEqual({ total: 2, limit: 10, offset: 0, hasMore: false });
    const first = await listSessions(own.ctx, { limit: 1 });
    const cursor = first.pagination.nextCursor;
    expect((await listSessions(own.ctx, { limit: 1, cursor })).data.map(({ id }) => id)).toEqual([own.sessionId]);
    clock.nowMs += 12 * 3_600_000;
    expect((await listSessions(own.ctx, { limit: 10 })).data).toEqual([]);
  });

  test("revoking a session twice does not change its end", async () => {
    await revokeSession(own.ctx, own.sessionId);
    const { revokedAt } = (await findSession(own.sessionId)) ?? {};
    clock.nowMs += 1_000;
    await revokeSession(own.ctx, own.sessionId);
    expect((await findSession(own.sessionId))?.revokedAt).toEqual(revokedAt);
    expect(forgotten).toEqual([own.sessionId, own.sessionId]);
  });

  test("returns the same 404 for sessions of colleagues and other organisations and for unknown sessions", async () => {
    const stranger = await createTenant();
    const others = [
      await signIn(admin, await join(admin)),
      await signIn(stranger.ctx, await join(stranger.ctx)),
      { sessionId: newId("session") },
      { sessionId: "ses_\u0000" },
    ];
    for (const { sessionId } of others) {
      expect(await codeOf(revokeSession(own.ctx, sessionId))).toBe("not_found");
    }
    for (const { sessionId } of others.slice(0, 2)) {
      expect(await findSession(sessionId)).toMatchObject({ revokedAt: null });
    }
    expect(forgotten).toEqual([]);
    const page = await listSessions(own.ctx, { limit: 10 });
    expect(page.data.map(({ id }) => id)).toEqual([own.sessionId]);
  });

  test("a name change is recorded on the chain without the name, and once", async () => {
    expect(await updateAccount(own.ctx, { name: "Ada Approver" })).toMatchObject({ name: "Ada Approver" });
    await updateAccount(own.ctx, { name: "Ada Approver" });
    expect(forgotten).toEqual([own.sessionId]);
    const { payloads, text } = await recorded(admin);
    expect(payloads.filter(({ kind }) => kind === "MEMBER_CHANGED")).toEqual([
      expect.objectContaining({ memberId: member.id, changed: ["name"] }),
    ]);
    expect(text).not.toContain("Ada Approver");
  });

  test("a password change ends all other sessions and notifies the member", async () => {
    const other = await signIn(admin, member);
    await choosePassword("two herons fish there");
    expect(await findSession(own.sessionId)).toMatchObject({ revokedAt: null });
    expect(await findSession(other.sessionId)).toMatchObject({ revokedAt: expect.any(Date) });
    expect(forgotten).toEqual([other.sessionId]);
    const found = await findMemberForSignIn(member.email, clock);
    expect(await verifyPassword(found?.passwordHash ?? null, "two herons fish there")).toBe(true);
    expect((await mailsTo(admin, member.email, "password-changed"))[0]?.text).toContain("of all other sessions");
    expect((await recorded(admin)).payloads.at(-1)).toEqual({
      kind: "MEMBER_PASSWORD_CHANGED",
      memberId: member.id,
      how: "BY_MEMBER",
      sessionsEnded: 1,
    });
  });

  const refused: [string, { currentPassword?: string; newPassword: string }, string][] = [
    [
      "the current password is wrong",
      { currentPassword: "a heron", newPassword: "two herons fish there" },
      "currentPassword",
    ],
    ["the new password equals the current one", { newPassword: goodPassword }, "newPassword"],
    ["the new password is guessable", { newPassword: "Northwind Bank 2026" }, "newPassword"],
  ];

  test.for(refused)("rejects a password change if %s", async ([, given, path]) => {
    await expect(changePassword(own.ctx, { currentPassword: goodPassword, ...given })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path }],
    });
    expect(await mailsTo(admin, member.email, "password-changed")).toEqual([]);
  });

  test("one of two concurrent password changes succeeds", async () => {
    const codes = await Promise.all(
      ["two herons", "three herons"].map((who) => codeOf(choosePassword(`${who} stand there`))),
    );
    expect(codes.sort()).toEqual(["conflict", undefined]);
  });
});

test("an administrator signs a member out of all sessions", async () => {
  const second = await signIn(admin, member);
  await signOutMember(admin, member.id);
  expect(forgotten.sort()).toEqual([own.sessionId, second.sessionId].sort());
  expect((await listSessions(own.ctx, { limit: 10 })).data).toEqual([]);
  expect((await recorded(admin)).payloads.at(-1)).toEqual({
    kind: "MEMBER_SIGNED_OUT",
    memberId: member.id,
    sessions: 2,
  });
});
