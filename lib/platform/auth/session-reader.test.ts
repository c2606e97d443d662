import { beforeAll, expect, test, vi } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { findSession, noteSessionSeen, revokeSession, updateMember } from "@/lib/domains/members";
import { createSessionReader, type SessionSource } from "@/lib/platform/auth/session-reader";
import { writeSessionToken } from "@/lib/platform/auth/session-token";
import { authenticateSession } from "@/lib/platform/auth/sessions";
import { createTestMember, openTestSession } from "@/lib/platform/auth/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const minute = 60_000;
const hour = 60 * minute;

/** Another process: the same database, a separate cache, and a count of its look-ups. */
function otherProcess(overrides: Partial<SessionSource> = {}) {
  const found = vi.fn(overrides.findSession ?? findSession);
  const seen = vi.fn(overrides.noteSessionSeen ?? noteSessionSeen);
  return { found, seen, ...createSessionReader({ findSession: found, noteSessionSeen: seen }) };
}

/** The token's expiry uses the machine's clock, so the tests' clock starts there. */
async function signedIn() {
  const clock = createTestClock(Date.now());
  const ctx = await createTestContext(clock);
  const member = await createTestMember(ctx.organisation.id, { role: "ANALYST" }, clock);
  const session = await openTestSession(member, clock);
  return { clock, ctx, member, ...session, headers: new Headers(session.headers) };
}

async function lastSeen(sessionId: string): Promise<number | undefined> {
  const { rows } = await pool().query<{ at: Date }>("SELECT last_seen_at AS at FROM member_sessions WHERE id = $1", [
    sessionId,
  ]);
  return rows[0]?.at.getTime();
}

test("a session identifies its member with the scopes of the role", async () => {
  const { clock, ctx, member, sessionId, headers } = await signedIn();
  const principal = await authenticateSession(headers, clock);
  expect(principal).toEqual({
    organisation: ctx.organisation,
    actor: { kind: "user", id: member.id, email: member.email, name: "Test", role: "ANALYST", sessionId },
    scopes: new Set([
      "audit:read",
      "models:read",
      "shadow_ai:read",
      "sensors:write",
      "evidence:read",
      "evidence:write",
      "reports:read",
      "reports:write",
    ]),
  });
  expect(await authenticateSession(headers, clock)).toBe(principal);
});

test("signing out takes effect immediately in that process and within five seconds in others", async () => {
  const { clock, headers, sessionId } = await signedIn();
  const other = otherProcess();
  const principal = await authenticateSession(headers, clock);
  expect(await other.read(headers, clock)).toBeDefined();
  if (!principal) throw new Error("not signed in");
  await revokeSession({ ...principal, clock }, sessionId);
  expect(await authenticateSession(headers, clock)).toBeUndefined();
  clock.nowMs += 4_999;
  expect(await other.read(headers, clock)).toBeUndefined();
});

test("a disabled member is rejected immediately, and within five seconds by other processes", async () => {
  const { clock, ctx, member, headers } = await signedIn();
  const other = otherProcess();
  await authenticateSession(headers, clock);
  await other.read(headers, clock);
  await updateMember(ctx, member.id, { disabled: true });
  expect(await authenticateSession(headers, clock)).toBeUndefined();
  clock.nowMs += 4_999;
  expect(await other.read(headers, clock)).toBeUndefined();
});

test("access ends exactly at its expiry", async () => {
  const { clock, ctx, member, headers } = await signedIn();
  const end = clock.nowMs + 1_000;
  await updateMember(ctx, member.id, { accessExpiresAt: new Date(end).toISOString() });
  clock.nowMs = end - 1;
  expect(await authenticateSession(headers, clock)).toBeDefined();
  clock.nowMs = end;
  expect(await authenticateSession(headers, clock)).toBeUndefined();
});

test("a session ends after twelve hours, even if it is used", async () => {
  const { clock, headers } = await signedIn();
  const begin = clock.nowMs;
  const here = otherProcess();
  for (; clock.nowMs < begin + 12 * hour; clock.nowMs += hour) expect(await here.read(headers, clock)).toBeDefined();
  clock.nowMs = begin + 12 * hour - 1;
  expect(await here.read(headers, clock)).toBeDefined();
  clock.nowMs = begin + 12 * hour;
  expect(await here.read(headers, clock)).toBeUndefined();
});

test("an unused session ends after two hours, despite background requests of its pages", async () => {
  const { clock, headers } = await signedIn();
  const begin = clock.nowMs;
  const here = otherProcess();
  for (; clock.nowMs < begin + 2 * hour; clock.nowMs += 10 * minute) {
    expect(await here.read(headers, clock, { background: true })).toBeDefined();
  }
  clock.nowMs = begin + 2 * hour;
  expect(await here.read(headers, clock)).toBeUndefined();
  expect(here.seen).not.toHaveBeenCalled();
});

test("the last use is written at most once a minute", async () => {
  const { clock, headers, sessionId } = await signedIn();
  const begin = clock.nowMs;
  const here = otherProcess();
  for (; clock.nowMs < begin + 3 * minute; clock.nowMs += 5_000) await here.read(headers, clock);
  expect(here.seen).toHaveBeenCalledTimes(2);
  await vi.waitFor(async () => expect(await lastSeen(sessionId)).toBe(begin + 2 * minute));
});

test("a failure to record the last use does not reject the request", async () => {
  const { clock, headers } = await signedIn();
  const here = otherProcess({ noteSessionSeen: () => Promise.reject(new Error("no")) });
  clock.nowMs += 2 * minute;
  expect(await here.read(headers, clock)).toBeDefined();
});

test.each([
  ["a missing cookie", async () => ""],
  ["another cookie", async () => "theme=dark"],
  [
    "a session ID instead of a token",
    async ({ sessionId }: { sessionId: string }) => `next-auth.session-token=${sessionId}`,
  ],
  ["an altered token", async ({ cookie }: { cookie: string }) => `${cookie.slice(0, -6)}AAAAAA`],
  ["a token without an expiry", async ({ cookie }: { cookie: string }) => cookie.slice(0, -20)],
  [
    "another member's ID with the session",
    async ({ sessionId }: { sessionId: string }) =>
      `next-auth.session-token=${await writeSessionToken({ sessionId, memberId: "usr_other" })}`,
  ],
  [
    "a session that does not exist",
    async () => `next-auth.session-token=${await writeSessionToken({ sessionId: "ses_none", memberId: "usr_none" })}`,
  ],
])("%s is not authenticated", async (_what, forge) => {
  const { clock, headers, sessionId } = await signedIn();
  const cookie = await forge({ sessionId, cookie: headers.get("cookie") ?? "" });
  expect(await authenticateSession(new Headers(cookie === "" ? {} : { cookie }), clock)).toBeUndefined();
});
