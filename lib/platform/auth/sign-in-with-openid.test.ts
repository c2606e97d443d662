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

test("the first sign-in creates a member with the role of their groups", async () => {
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
  ["without a group that maps to a role", { groups: ["everybody"] }, "OpenIdNoRole"],
  ["without groups", { groups: undefined }, "OpenIdNoRole"],
  ["without an address", { email: undefined }, "OpenIdEmailMissing"],
  ["with an address that is not a string", { email: ["a@example.com"] }, "OpenIdEmailMissing"],
  ["with an unverified address", { email_verified: false }, "OpenIdEmailNotVerified"],
  ["with an unverified address, as a string", { email_verified: "false" }, "OpenIdEmailNotVerified"],
  ["with an invalid address", { email: "grace" }, "OpenIdRefused"],
])("rejects an identity %s", async (_what, changed, code) => {
  const { enter } = await setUp();
  await expect(enter(changed)).rejects.toEqual(fails(code));
});

test("accepts an address without a verification claim", async () => {
  const { enter } = await setUp();
  await expect(enter({ email_verified: undefined })).resolves.toBeDefined();
});

test("rejects a disabled member, regardless of the provider", async () => {
  const { ctx, enter } = await setUp();
  const { memberId } = await enter();
  await updateMember(ctx, memberId, { disabled: true });
  await expect(enter()).rejects.toEqual(fails("OpenIdRefused"));
  expect((await getMember(ctx, memberId)).status).toBe("DISABLED");
});

test("records two-factor authentication at the provider", async () => {
  const { enter } = await setUp();
  const { sessionId } = await enter({ amr: ["pwd", "mfa"] });
  expect(await findSession(sessionId)).toMatchObject({ secondFactor: true });
});
