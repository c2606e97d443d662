import { beforeEach, expect, test } from "vitest";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import {
  changePassword,
  completePasswordReset,
  findMemberForSignIn,
  findSession,
  getMember,
  inviteMember,
  provisionOpenIdMember,
  pruneMembers,
  requestPasswordReset,
  updateMember,
  verifyPassword,
} from "@/lib/domains/members";
import { sendPasswordReset } from "@/lib/domains/members/password-resets";
import type { Member } from "@/lib/domains/members/schemas";
import {
  codeOf,
  createTenant,
  goodPassword,
  join,
  mailedToken,
  mailsTo,
  newAddress,
  recorded,
  signIn,
  storedText,
} from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let clock: TestClock;
let member: Member;

beforeEach(async () => {
  ({ ctx, clock } = await createTenant());
  member = await join(ctx);
});

const hour = 3_600_000;
const password = "two herons fish in the shallows";

/** Like `requestPasswordReset`, but waits until the e-mail is queued. */
async function send({ id, email }: Pick<Member, "id" | "email"> = member): Promise<boolean> {
  const { name, role } = member;
  return sendPasswordReset({ id, email, name, role, organisationId: ctx.organisation.id }, clock);
}

const tokenOf = () => mailedToken(ctx, member.email, "password-reset");

async function passwordOf(): Promise<string | null> {
  return (await findMemberForSignIn(member.email, clock))?.passwordHash ?? null;
}

test("a request sends a link that is not stored, and the current password stays valid", async () => {
  await requestPasswordReset(ctx, { email: member.email });
  await expect.poll(tokenOf, { timeout: 30_000 }).toMatch(/^[\w-]{43}$/);
  const token = await tokenOf();
  expect(await storedText(ctx)).not.toContain(token);
  expect((await recorded(ctx)).text).not.toContain(token);
  expect((await recorded(ctx)).payloads.at(-1)).toEqual({
    kind: "MEMBER_PASSWORD_RESET_REQUESTED",
    memberId: member.id,
  });
  expect(await verifyPassword(await passwordOf(), goodPassword)).toBe(true);
});

test("an unknown address gets the same response, and nothing is stored", async () => {
  const before = await storedText(ctx);
  expect(await requestPasswordReset(ctx, { email: newAddress() })).toBeUndefined();
  expect(await storedText(ctx)).toBe(before);
});

test("the response does not wait for the e-mail", async () => {
  const held = await pool().connect();
  try {
    await held.query("BEGIN");
    await held.query("SELECT id FROM members WHERE id = $1 FOR UPDATE", [member.id]);
    expect(await requestPasswordReset(ctx, { email: member.email })).toBeUndefined();
    expect(await mailsTo(ctx, member.email, "password-reset")).toEqual([]);
    await held.query("COMMIT");
  } finally {
    held.release();
  }
  await expect.poll(tokenOf, { timeout: 30_000 }).not.toBe("");
});

test("a link works once, ends all sessions and other links, and notifies the member", async () => {
  const sessions = [await signIn(ctx, member), await signIn(ctx, member)];
  await send();
  const older = await tokenOf();
  clock.nowMs += 1;
  await send();
  const token = await tokenOf();
  expect(token).not.toBe(older);
  await completePasswordReset(ctx, { token, password });
  expect(await verifyPassword(await passwordOf(), password)).toBe(true);
  for (const { sessionId } of sessions) {
    expect(await findSession(sessionId)).toMatchObject({ revokedAt: expect.any(Date) });
  }
  for (const used of [token, older]) {
    expect(await codeOf(completePasswordReset(ctx, { token: used, password }))).toBe("not_found");
  }
  expect(await mailsTo(ctx, member.email, "password-changed")).toHaveLength(1);
  const { payloads, text } = await recorded(ctx);
  expect(payloads.at(-1)).toEqual({
    kind: "MEMBER_PASSWORD_CHANGED",
    memberId: member.id,
    how: "BY_RESET",
    sessionsEnded: 2,
  });
  expect(text).not.toContain("argon2id");
});

test("one of eight concurrent uses of a link succeeds", async () => {
  await send();
  const token = await tokenOf();
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, i) => codeOf(completePasswordReset(ctx, { token, password: `${password} ${i}` }))),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(await verifyPassword(await passwordOf(), `${password} ${codes.indexOf(undefined)}`)).toBe(true);
});

test("a link expires after exactly one hour", async () => {
  await send();
  const token = await tokenOf();
  clock.nowMs += hour;
  expect(await codeOf(completePasswordReset(ctx, { token, password }))).toBe("not_found");
  clock.nowMs -= 1;
  await completePasswordReset(ctx, { token, password });
});

test("a password change invalidates earlier links", async () => {
  await send();
  const token = await tokenOf();
  const own = await signIn(ctx, member);
  await changePassword(own.ctx, { currentPassword: goodPassword, newPassword: password });
  expect(await codeOf(completePasswordReset(ctx, { token, password }))).toBe("not_found");
});

test("a member gets at most three e-mails per hour, even for concurrent requests", async () => {
  const sent = await Promise.all(Array.from({ length: 8 }, () => send()));
  expect(sent.filter(Boolean)).toHaveLength(3);
  clock.nowMs += hour - 1;
  expect(await send()).toBe(false);
  clock.nowMs += 1;
  expect(await send()).toBe(true);
  expect(await mailsTo(ctx, member.email, "password-reset")).toHaveLength(4);
});

const without: [string, () => Promise<{ id: string; email: string }>][] = [
  ["is invited", () => inviteMember(ctx, { email: newAddress(), name: "Ben", role: "VIEWER" })],
  ["is disabled", () => updateMember(ctx, member.id, { disabled: true })],
  ["signs in only with OpenID", () => createOpenIdMember()],
];

function createOpenIdMember() {
  const email = newAddress();
  const identity = { issuer: "https://id.example.com", subject: email, email, emailVerified: true, name: "Ben" };
  return provisionOpenIdMember({ ...identity, role: "VIEWER", organisationId: ctx.organisation.id }, clock);
}

test.for(without)("a member who %s gets no link", async ([, who]) => {
  const one = await who();
  const before = await recorded(ctx);
  expect(await send(one)).toBe(false);
  expect(await mailsTo(ctx, one.email, "password-reset")).toEqual([]);
  expect(await recorded(ctx)).toEqual(before);
});

test("disabling a member invalidates their link", async () => {
  await send();
  const token = await tokenOf();
  await updateMember(ctx, member.id, { disabled: true });
  expect(await codeOf(completePasswordReset(ctx, { token, password }))).toBe("not_found");
});

test("a weak password is rejected, and the link stays valid", async () => {
  await send();
  const token = await tokenOf();
  expect(await codeOf(completePasswordReset(ctx, { token, password: "password1234" }))).toBe("validation_failed");
  await completePasswordReset(ctx, { token, password });
  expect(await getMember(ctx, member.id)).toMatchObject({ status: "ACTIVE" });
});

test("deletes only sessions and links that ended a month ago", async () => {
  const [old, open] = [await signIn(ctx, member), await signIn(ctx, member)];
  await send();
  await pool().query("UPDATE member_sessions SET expires_at = $2 WHERE id = $1", [
    open.sessionId,
    "2027-02-01T00:00:00Z",
  ]);
  clock.nowMs += 31 * 24 * hour;
  await send();
  expect(await pruneMembers(clock)).toEqual({ sessions: expect.any(Number), tokens: expect.any(Number) });
  expect(await findSession(old.sessionId)).toBeUndefined();
  expect(await findSession(open.sessionId)).toBeDefined();
  const { rowCount } = await pool().query("SELECT 1 FROM member_tokens WHERE member_id = $1", [member.id]);
  expect(rowCount).toBe(1);
});
