import { beforeEach, expect, test } from "vitest";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import {
  acceptInvitation,
  completePasswordReset,
  findMemberForSignIn,
  getMember,
  inspectInvitation,
  inviteMember,
  inviteWithLink,
  renewInvitation,
  updateMember,
  verifyPassword,
} from "@/lib/domains/members";
import type { Member } from "@/lib/domains/members/schemas";
import {
  codeOf,
  createTenant,
  mailedToken,
  mailsTo,
  newAddress,
  goodPassword as password,
  recorded,
  storedText,
} from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let clock: TestClock;
let member: Member;
let token: string;

beforeEach(async () => {
  ({ ctx, clock } = await createTenant({ name: "Northwind Bank" }));
  member = await inviteMember(ctx, { email: newAddress(), name: "Ada", role: "ANALYST" });
  token = await mailedToken(ctx, member.email, "member-invited");
});

const week = 7 * 24 * 3_600_000;
const accept = (over: { token?: string; name?: string; password?: string } = {}) =>
  acceptInvitation(ctx, { token, name: "Ada Analyst", password, ...over });

test("an invitation e-mail contains a link with a token in the fragment, which is not stored", async () => {
  expect(token).toMatch(/^[\w-]{43}$/);
  const [mail] = await mailsTo(ctx, member.email, "member-invited");
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`/invitation#token=${token}`);
  expect(await storedText(ctx)).not.toContain(token);
  expect((await recorded(ctx)).text).not.toContain(token);
});

test("inspectInvitation returns the invitation", async () => {
  expect(await inspectInvitation(ctx, { token })).toEqual({
    email: member.email,
    name: "Ada",
    role: "ANALYST",
    organisationName: "Northwind Bank",
    expiresAt: "2026-11-27T10:00:00.000Z",
  });
});

test("accepting an invitation creates a member with the chosen name and password", async () => {
  await accept();
  const found = await findMemberForSignIn(member.email, clock);
  expect(found).toMatchObject({ state: "ACTIVE", name: "Ada Analyst", hasSecondFactor: false });
  expect(found?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(found?.passwordHash ?? null, password)).toBe(true);
  expect(await getMember(ctx, member.id)).toMatchObject({ status: "ACTIVE", signsInWith: ["PASSWORD"] });
  const { payloads } = await recorded(ctx);
  expect(payloads.at(-1)).toEqual({
    kind: "MEMBER_JOINED",
    memberId: member.id,
    role: "ANALYST",
    method: "PASSWORD",
  });
});

test("one of eight concurrent acceptances of an invitation succeeds", async () => {
  const tries = Array.from({ length: 8 }, (_, i) => codeOf(accept({ password: `${password} ${i}`, name: `Ada ${i}` })));
  const codes = await Promise.all(tries);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === "not_found")).toHaveLength(7);
  const winner = codes.indexOf(undefined);
  const found = await findMemberForSignIn(member.email, clock);
  expect(found?.name).toBe(`Ada ${winner}`);
  expect(await verifyPassword(found?.passwordHash ?? null, `${password} ${winner}`)).toBe(true);
  expect((await recorded(ctx)).payloads.filter(({ kind }) => kind === "MEMBER_JOINED")).toHaveLength(1);
});

const altered = () => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;

const ends: [string, () => Promise<unknown>, (() => string)?][] = [
  ["already accepted", () => accept()],
  ["a week old", () => later(week)],
  ["replaced by a newer one", () => renewInvitation(ctx, member.id)],
  ["of a disabled member", () => updateMember(ctx, member.id, { disabled: true })],
  ["altered", async () => undefined, altered],
  ["malformed", async () => undefined, () => "\0\ud800"],
];

async function later(milliseconds: number): Promise<void> {
  clock.nowMs += milliseconds;
}

test.for(ends)("an invitation that is %s returns the same not_found message", async ([, end, given = () => token]) => {
  await end();
  const sent = { token: given() };
  const errors = [await inspectInvitation(ctx, sent).catch(String), await accept(sent).catch(String)];
  expect(new Set(errors)).toEqual(
    new Set([
      "ServiceError: This invitation is no longer valid: it was used, has expired or was replaced by a newer one.",
    ]),
  );
});

test("a renewed invitation is valid for a week and replaces the previous link", async () => {
  clock.nowMs += week - 1;
  await renewInvitation(ctx, member.id);
  clock.nowMs += week - 1;
  await accept({ token: await mailedToken(ctx, member.email, "member-invited") });
  expect(await getMember(ctx, member.id)).toMatchObject({ status: "ACTIVE" });
  expect(await codeOf(renewInvitation(ctx, member.id))).toBe("conflict");
});

test("an invitation token cannot reset a password", async () => {
  expect(await codeOf(completePasswordReset(ctx, { token, password }))).toBe("not_found");
});

test("rejects a guessable password and keeps the invitation valid", async () => {
  for (const bad of [member.email, "Northwind Bank", "password1234!", "Governance Audit Service"]) {
    expect(await codeOf(accept({ password: bad }))).toBe("validation_failed");
  }
  await accept();
});

test("inviteWithLink returns the link that is e-mailed", async () => {
  const email = newAddress();
  const { invitationUrl } = await inviteWithLink(ctx, { email, name: "Ben", role: "ADMIN" });
  expect(invitationUrl).toContain(`/invitation#token=${await mailedToken(ctx, email, "member-invited")}`);
});
