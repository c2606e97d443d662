import { beforeEach, expect, test } from "vitest";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import {
  findMemberForSignIn,
  findSession,
  getMember,
  inspectInvitation,
  inviteMember,
  listMembers,
  provisionOpenIdMember,
  updateMember,
} from "@/lib/domains/members";
import { codeOf, createTenant, join, mailedToken, newAddress, recorded, signIn } from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let clock: TestClock;
let email: string;

beforeEach(async () => {
  ({ ctx, clock } = await createTenant());
  email = newAddress();
});

type Identity = Parameters<typeof provisionOpenIdMember>[0];

function provision(given: Partial<Identity> = {}) {
  const identity = { issuer: "https://id.example.com", subject: email, email, emailVerified: true, name: "Ada" };
  return provisionOpenIdMember({ ...identity, role: "ANALYST", organisationId: ctx.organisation.id, ...given }, clock);
}

test("the first sign-in creates a member, and later sign-ins find it even with another address", async () => {
  const first = await provision({ email: email.toUpperCase() });
  expect(first).toMatchObject({ email, name: "Ada", role: "ANALYST", state: "ACTIVE", passwordHash: null });
  const again = await provision({ email: newAddress(), name: "Ada L." });
  expect(again).toEqual(first);
  expect(await getMember(ctx, first.id)).toMatchObject({ signsInWith: ["OPENID"] });
  const { payloads, text } = await recorded(ctx);
  expect(payloads).toEqual([{ kind: "MEMBER_JOINED", memberId: first.id, role: "ANALYST", method: "OPENID" }]);
  expect(text).toContain(first.id);
});

test("ten concurrent sign-ins with one identity create one member", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, async () => (await provision()).id));
  expect(new Set(ids).size).toBe(1);
  expect((await listMembers(ctx, { limit: 10 })).pagination.total).toBe(1);
});

test("a sign-in accepts a pending invitation and invalidates its link", async () => {
  const member = await inviteMember(ctx, { email, name: "Ada", role: "ANALYST" });
  const token = await mailedToken(ctx, email, "member-invited");
  expect(await provision()).toMatchObject({ id: member.id, state: "ACTIVE" });
  expect(await codeOf(inspectInvitation(ctx, { token }))).toBe("not_found");
});

test("links a member with a password by a verified address and keeps the password", async () => {
  const member = await join(ctx, { email });
  expect(await provision()).toMatchObject({ id: member.id, passwordHash: expect.stringContaining("argon2id") });
  expect(await getMember(ctx, member.id)).toMatchObject({ signsInWith: ["PASSWORD", "OPENID"] });
  expect((await recorded(ctx)).payloads.at(-1)).toEqual({ kind: "MEMBER_LINKED_TO_OPENID", memberId: member.id });
});

test("the identity provider determines the role, which applies to open sessions", async () => {
  await join(ctx, { role: "ADMIN" });
  const { id } = await provision({ role: "ADMIN" });
  const { sessionId } = await signIn(ctx, await join(ctx));
  expect(await provision({ role: "VIEWER" })).toMatchObject({ id, role: "VIEWER" });
  expect(await findSession(sessionId)).toMatchObject({ role: "ANALYST" });
  expect((await recorded(ctx)).payloads.findLast(({ kind }) => kind === "MEMBER_CHANGED")).toMatchObject({
    memberId: id,
    changed: ["role"],
    before: { role: "ADMIN" },
    after: { role: "VIEWER" },
  });
});

test("the last administrator keeps the role, regardless of the provider", async () => {
  await provision({ role: "ADMIN" });
  expect(await provision({ role: "VIEWER" })).toMatchObject({ role: "ADMIN" });
});

test("a disabled member stays disabled, whether linked or invited", async () => {
  const { id } = await provision();
  await updateMember(ctx, id, { disabled: true });
  expect(await provision({ role: "ADMIN" })).toMatchObject({ id, state: "DISABLED", role: "ANALYST" });
  email = newAddress();
  const invited = await inviteMember(ctx, { email, name: "Ben", role: "VIEWER" });
  await updateMember(ctx, invited.id, { disabled: true });
  expect(await provision()).toMatchObject({ id: invited.id, state: "DISABLED" });
  expect(await getMember(ctx, invited.id)).toMatchObject({ signsInWith: [] });
});

/** Members before a sign-in, and the identity that then signs in. */
const refusals: [string, () => Promise<unknown>, () => Promise<Partial<Identity>>][] = [
  ["an unverified address", () => join(ctx, { email }), async () => ({ emailVerified: false })],
  [
    "the address of a member of another organisation",
    async () => join((await createTenant()).ctx, { email }),
    async () => ({}),
  ],
  ["the address of a member with another identity", () => provision(), async () => ({ subject: "another" })],
  [
    "an identity of another organisation",
    () => provision(),
    async () => ({ organisationId: (await createTenant()).ctx.organisation.id }),
  ],
  ["an invalid address", async () => undefined, async () => ({ email: "nobody" })],
];

test.for(refusals)("rejects %s", async ([, before, given]) => {
  await before();
  expect(await codeOf(provision(await given()))).toBe("conflict");
});

test("a multi-line name becomes one line, and a missing name becomes the address", async () => {
  expect(await provision({ name: "Ada\r\nAdmin\0" })).toMatchObject({ name: "Ada Admin" });
  email = newAddress();
  expect(await provision({ name: " " })).toMatchObject({ name: email });
  expect(await findMemberForSignIn(email, clock)).toMatchObject({ name: email });
});
