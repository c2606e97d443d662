import { beforeAll, expect, test } from "vitest";
import {
  findMemberForSignIn,
  findSession,
  getMember,
  inviteMember,
  listMembers,
  renewInvitation,
  signOutMember,
  updateMember,
} from "@/lib/domains/members";
import { InviteMember, UpdateMember } from "@/lib/domains/members/schemas";
import { codeOf, createTenant, join, newAddress, recorded, signIn } from "@/lib/domains/members/testing";
import { registerSessionCache } from "@/lib/platform/core/lookup-cache";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const forgotten: string[] = [];

beforeAll(() => registerSessionCache({ drop: (sessionId) => void forgotten.push(sessionId) }));

const input = { name: "Ada Analyst", role: "ANALYST" as const };

test("an invitation creates an invited member, which is returned without secrets", async () => {
  const { ctx } = await createTenant();
  const email = newAddress();
  const member = await inviteMember(ctx, { ...input, email });
  expect(member).toEqual({
    id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
    email,
    ...input,
    status: "INVITED",
    secondFactor: false,
    signsInWith: [],
    accessExpiresAt: null,
    lastSignInAt: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    updatedAt: "2026-11-20T10:00:00.000Z",
  });
  expect(await getMember(ctx, member.id)).toEqual(member);
});

test("addresses are unique across organisations, ignoring case, and the error does not reveal where they are used", async () => {
  const [one, other] = [await createTenant(), await createTenant()];
  const email = newAddress();
  await inviteMember(one.ctx, { ...input, email });
  const again = InviteMember.parse({ ...input, email: ` ${email.toUpperCase()} ` });
  const messages = new Set<string>();
  for (const { ctx } of [one, other]) {
    const error: unknown = await inviteMember(ctx, again).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "conflict" });
    messages.add((error as Error).message);
  }
  expect([...messages]).toEqual(["This address cannot be invited."]);
  expect((await listMembers(other.ctx, { limit: 10 })).data).toEqual([]);
});

test("one of ten concurrent invitations of an address succeeds", async () => {
  const { ctx } = await createTenant();
  const email = newAddress();
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(inviteMember(ctx, { ...input, email }))));
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect((await recorded(ctx)).payloads).toHaveLength(1);
});

test("access ends exactly at its expiry and can be restored", async () => {
  const { ctx, clock } = await createTenant();
  const { id, email } = await join(ctx, { role: "AUDITOR", accessExpiresAt: "2026-11-20T11:00:00.000Z" });
  clock.nowMs += 3_600_000 - 1;
  expect(await findMemberForSignIn(email, clock)).toMatchObject({ state: "ACTIVE" });
  clock.nowMs += 1;
  expect(await findMemberForSignIn(email, clock)).toMatchObject({ state: "EXPIRED" });
  await updateMember(ctx, id, { accessExpiresAt: null });
  expect(await findMemberForSignIn(email, clock)).toMatchObject({ state: "ACTIVE" });
});

test("rejects an access expiry in the past", async () => {
  const { ctx } = await createTenant();
  const { id } = await join(ctx);
  await expect(updateMember(ctx, id, { accessExpiresAt: "2026-11-20T10:00:00.000Z" })).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "accessExpiresAt", message: "must be in the future" }],
  });
});

test("each change is recorded once with its previous values, without names or addresses", async () => {
  const { ctx } = await createTenant();
  const email = newAddress();
  const { id: memberId } = await inviteMember(ctx, { ...input, email });
  await renewInvitation(ctx, memberId);
  await updateMember(ctx, memberId, { role: "APPROVER", name: "Ada Approver" });
  await updateMember(ctx, memberId, { role: "APPROVER" });
  await updateMember(ctx, memberId, { disabled: true });
  await updateMember(ctx, memberId, { disabled: false });
  await signOutMember(ctx, memberId);
  const { payloads, text } = await recorded(ctx);
  const was = { role: "ANALYST", disabled: false, accessExpiresAt: null };
  const is = { ...was, role: "APPROVER" };
  expect(payloads).toEqual([
    { kind: "MEMBER_INVITED", memberId, role: "ANALYST", accessExpiresAt: null },
    { kind: "MEMBER_INVITATION_RENEWED", memberId },
    { kind: "MEMBER_CHANGED", memberId, changed: ["name", "role"], before: was, after: is },
    { kind: "MEMBER_DISABLED", memberId, before: is, after: { ...is, disabled: true } },
    { kind: "MEMBER_ENABLED", memberId, before: { ...is, disabled: true }, after: is },
    { kind: "MEMBER_SIGNED_OUT", memberId, sessions: 0 },
  ]);
  for (const personal of [email, "Ada"]) expect(text).not.toContain(personal);
});

test("a change of role, name or access drops the member's cached sessions", async () => {
  const { ctx } = await createTenant();
  const member = await join(ctx);
  const { sessionId } = await signIn(ctx, member);
  for (const change of [
    { role: "VIEWER" as const },
    { name: "Vera" },
    { accessExpiresAt: "2027-01-01T00:00:00.000Z" },
  ]) {
    forgotten.length = 0;
    await updateMember(ctx, member.id, change);
    expect(forgotten).toEqual([sessionId]);
  }
  expect(await findSession(sessionId)).toMatchObject({ role: "VIEWER", name: "Vera", revokedAt: null });
});

test("disabling ends all sessions, and enabling does not restore them", async () => {
  const { ctx } = await createTenant();
  const member = await join(ctx);
  const sessions = [await signIn(ctx, member), await signIn(ctx, member)].map(({ sessionId }) => sessionId);
  forgotten.length = 0;
  await updateMember(ctx, member.id, { disabled: true });
  expect(forgotten.sort()).toEqual(sessions.sort());
  expect(await findMemberForSignIn(member.email.toUpperCase(), ctx.clock)).toMatchObject({ state: "DISABLED" });
  expect(await getMember(ctx, member.id)).toMatchObject({ status: "DISABLED" });
  await updateMember(ctx, member.id, { disabled: false });
  for (const sessionId of sessions) {
    expect(await findSession(sessionId)).toMatchObject({ revokedAt: expect.any(Date), disabledAt: null });
  }
});

const demotions: [string, UpdateMember][] = [
  ["demoted", { role: "APPROVER" }],
  ["disabled", { disabled: true }],
  ["given an access expiry", { accessExpiresAt: "2027-01-01T00:00:00.000Z" }],
];

test.for(demotions)("the last active administrator cannot be %s, but one of two can", async ([, change]) => {
  const { ctx } = await createTenant();
  const { id } = await join(ctx, { role: "ADMIN" });
  await inviteMember(ctx, { email: newAddress(), name: "Not yet", role: "ADMIN" });
  const gone = await join(ctx, { role: "ADMIN" });
  await updateMember(ctx, gone.id, { disabled: true });
  await expect(updateMember(ctx, id, change)).rejects.toMatchObject({
    code: "conflict",
    message: "This is the last active administrator. Appoint another one first.",
  });
  await join(ctx, { role: "ADMIN" });
  await updateMember(ctx, id, change);
});

test("one of two administrators who demote each other concurrently remains", { tags: "full" }, async () => {
  for (let round = 0; round < 5; round++) {
    const { ctx } = await createTenant();
    const [one, other] = [await join(ctx, { role: "ADMIN" }), await join(ctx, { role: "ADMIN" })];
    const [byOne, byOther] = [await signIn(ctx, one), await signIn(ctx, other)];
    const codes = await Promise.all([
      codeOf(updateMember(byOne.ctx, other.id, { role: "VIEWER" })),
      codeOf(updateMember(byOther.ctx, one.id, { role: "VIEWER" })),
    ]);
    expect(codes.sort()).toEqual(["conflict", undefined]);
    expect((await listMembers(ctx, { role: "ADMIN", limit: 10 })).pagination.total).toBe(1);
  }
});

test.for([{ role: "VIEWER" as const }, { disabled: true }, { accessExpiresAt: "2027-01-01T00:00:00.000Z" }])(
  "members cannot change their own role or access: %j",
  async (change) => {
    const { ctx } = await createTenant();
    const member = await join(ctx, { role: "ADMIN" });
    await join(ctx, { role: "ADMIN" });
    const own = await signIn(ctx, member);
    expect(await codeOf(updateMember(own.ctx, member.id, change))).toBe("conflict");
    expect(await updateMember(own.ctx, member.id, { name: "Ben" })).toMatchObject({ name: "Ben", role: "ADMIN" });
  },
);

test("members are listed newest first, and filters apply", async () => {
  const { ctx, clock } = await createTenant();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    clock.nowMs += i % 2;
    ids.push((await inviteMember(ctx, { ...input, email: newAddress() })).id);
  }
  expect((await listMembers(ctx, { limit: 10 })).data.map(({ id }) => id)).toEqual(ids.toSorted().reverse());

  const [disabled = "", promoted = ""] = ids;
  await updateMember(ctx, disabled, { disabled: true });
  await updateMember(ctx, promoted, { role: "ADMIN" });
  const idsOf = async (filter: object) => (await listMembers(ctx, { limit: 10, ...filter })).data.map(({ id }) => id);
  expect(await idsOf({ status: "DISABLED" })).toEqual([disabled]);
  expect(await idsOf({ status: "ACTIVE" })).toEqual([]);
  expect(await idsOf({ role: "ADMIN", status: "INVITED" })).toEqual([promoted]);

  const grace = await inviteMember(ctx, { ...input, name: "Grace 100%_Hopper", email: newAddress() });
  const { ctx: other } = await createTenant();
  await inviteMember(other, { ...input, name: "Grace Other", email: newAddress() });
  expect(await idsOf({ q: "gRACE" })).toEqual([grace.id]);
  expect(await idsOf({ q: "0%_h", status: "INVITED" })).toEqual([grace.id]);
  expect(await idsOf({ q: grace.email.toUpperCase() })).toEqual([grace.id]);
  expect(await idsOf({ q: "%" })).toEqual([grace.id]);
  expect(await idsOf({ q: "grace", status: "DISABLED" })).toEqual([]);
});

const invalid: [string, unknown][] = [
  ["an address with a name", { ...input, email: "Ada <ada@example.com>" }],
  ["an address with a line break", { ...input, email: "ada@example.com\nBcc: x@example.com" }],
  ["a name with a line break", { ...input, email: "ada@example.com", name: "Ada\nAnalyst" }],
  ["a blank name", { ...input, email: "ada@example.com", name: " " }],
];

test.for(invalid)("an invitation with %s is rejected", ([, given]) => {
  expect(InviteMember.safeParse(given).success).toBe(false);
});

test("rejects an empty change", () => {
  for (const given of [{}, { role: undefined }]) expect(UpdateMember.safeParse(given).success).toBe(false);
});
