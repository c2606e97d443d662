import { beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { findMemberForSignIn, findSession, getMember, updateMember } from "@/lib/domains/members";
import { type OpenIdConfig, signInWithOpenId } from "@/lib/platform/auth/sign-in-with-openid";
import { newId } from "@/lib/platform/core/ids";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const visitor = { address: "192.0.2.77", userAgent: "Firefox" };

async function setUp() {
  const clock = createTestClock();
  const ctx = await createTestContext(clock);
  const config: OpenIdConfig = {
    issuer: "https://login.example.com",
    clientId: "c",
    clientSecret: "s",
    name: "Login",
    organisationId: ctx.organisation.id,
    scopes: "openid",
    groupsClaim: "groups",
    roleMap: [
      { group: "admins", role: "ADMIN" },
      { group: "risk", role: "ANALYST" },
      { group: "audit", role: "AUDITOR" },
    ],
  };
  const claims = {
    iss: config.issuer,
    sub: newId("member"),
    email: `${newId("member")}@Example.com`,
    email_verified: true,
    name: "Grace Hopper",
    groups: ["everybody", "risk"],
  };
  const enter = (changed: Record<string, unknown> = {}) =>
    signInWithOpenId(config, { ...claims, ...changed }, visitor, clock);
  return { clock, ctx, config, claims, enter };
}

const fails = (code: string) => expect.objectContaining({ name: "SignInError", code });

test("who comes for the first time becomes a member with the role of their groups", async () => {
  const { clock, ctx, claims, enter } = await setUp();
  const { memberId, sessionId } = await enter();
  expect(await getMember(ctx, memberId)).toMatchObject({
    email: claims.email.toLowerCase(),
    name: "Grace Hopper",
    role: "ANALYST",
    status: "ACTIVE",
  });
  expect(await findSession(sessionId)).toMatchObject({ memberId, method: "OPENID", secondFactor: false });
  expect((await findMemberForSignIn(claims.email, clock))?.passwordHash).toBeNull();
});

test.each<[string, Record<string, unknown>, string]>([
  ["nobody in a group with a role", { groups: ["everybody"] }, "OpenIdNoRole"],
  ["nobody without groups", { groups: undefined }, "OpenIdNoRole"],
  ["nobody without an address", { email: undefined }, "OpenIdEmailMissing"],
  ["nobody whose address is no text", { email: ["a@example.com"] }, "OpenIdEmailMissing"],
  ["nobody whose address is not verified", { email_verified: false }, "OpenIdEmailNotVerified"],
  ["nobody whose address is not verified, in words", { email_verified: "false" }, "OpenIdEmailNotVerified"],
  ["nobody whose address is none", { email: "grace" }, "OpenIdRefused"],
])("it lets in %s", async (_what, changed, code) => {
  const { enter } = await setUp();
  await expect(enter(changed)).rejects.toEqual(fails(code));
});

test("a provider that says nothing of verified addresses is believed", async () => {
  const { enter } = await setUp();
  await expect(enter({ email_verified: undefined })).resolves.toBeDefined();
});

test("who is disabled here is let in no more, whatever the provider says", async () => {
  const { ctx, enter } = await setUp();
  const { memberId } = await enter();
  await updateMember(ctx, memberId, { disabled: true });
  await expect(enter()).rejects.toEqual(fails("OpenIdRefused"));
  expect((await getMember(ctx, memberId)).status).toBe("DISABLED");
});

test("a second factor that the provider asked for is known", async () => {
  const { enter } = await setUp();
  const { sessionId } = await enter({ amr: ["pwd", "mfa"] });
  expect(await findSession(sessionId)).toMatchObject({ secondFactor: true });
});
