import { TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { goodPassword, join, mailedToken, newAddress, recorded } from "@/lib/domains/members/testing";
import { createTestMember, openTestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { clientAddressHeader } from "@/lib/platform/http/request";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let key: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  ctx = await createTestContext(systemClock);
  key = (await createApiKey(ctx, { name: "Administrator", scopes: ["admin"] })).key;
});

type Body = Record<string, unknown> & { id: string; error: string; data: { id: string }[] };

const send = (method: string, path: string, sent?: Parameters<typeof callApi>[2]) =>
  callApi<Body>(method, `/v1/${path}`, sent);

const invite = () => ({ email: newAddress(), name: "Ada Analyst", role: "ANALYST" });

test("a member is invited once, read, changed, invited again and signed out", async () => {
  const given = { key, body: invite(), headers: { "idempotency-key": newId("request") } };
  const [created, repeat] = [await send("POST", "members", given), await send("POST", "members", given)];
  expect(created).toMatchObject({ status: 201, body: { status: "INVITED", signsInWith: [] } });
  expect([repeat.body, repeat.headers.get("idempotent-replayed")]).toEqual([created.body, "true"]);
  const path = `members/${created.body.id}`;
  expect((await send("GET", path, { key })).body).toEqual(created.body);
  expect((await send("GET", "members?status=INVITED&limit=1", { key })).body.data).toEqual([created.body]);
  const changed = await send("PATCH", path, { key, body: { role: "VIEWER" } });
  expect(changed).toMatchObject({ status: 200, body: { role: "VIEWER" } });
  expect(await send("POST", `${path}/invitation`, { key })).toMatchObject({
    status: 200,
    body: { id: created.body.id },
  });
  expect((await send("POST", `${path}/sign-out`, { key })).status).toBe(204);
  expect((await send("POST", `${path}/second-factor/reset`, { key })).status).toBe(409);
  expect((await recorded(ctx)).payloads.map(({ kind }) => kind)).toEqual([
    "API_KEY_CREATED",
    "MEMBER_INVITED",
    "MEMBER_CHANGED",
    "MEMBER_INVITATION_RENEWED",
    "MEMBER_SIGNED_OUT",
  ]);
});

test("a member manages their account: sessions, name, 2FA and password", async () => {
  const member = await createTestMember(ctx.organisation.id, { password: goodPassword });
  const [session, other] = [await openTestSession(member), await openTestSession(member)];
  const listed = await send("GET", "sessions", { session });
  expect(listed.body.data).toHaveLength(2);
  expect(listed.body.data).toContainEqual(expect.objectContaining({ id: session.sessionId, current: true }));
  const named = await send("PATCH", "account", { session, body: { name: "Ada L." } });
  expect(named).toMatchObject({ status: 200, body: { name: "Ada L." } });
  const setup = await send("POST", "account/second-factor", { session });
  expect(setup.body).toEqual({ secret: expect.any(String), otpauthUrl: expect.stringMatching(/^otpauth:/) });
  const wrong = await send("POST", "account/second-factor/confirm", { session, body: { code: "000000" } });
  expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: "code" }] } });
  const change = { currentPassword: goodPassword, newPassword: "two herons fish there" };
  expect((await send("POST", "account/password", { session, body: change })).status).toBe(204);
  expect((await send("GET", "sessions", { session: other })).status).toBe(401);
  expect((await send("DELETE", `sessions/${session.sessionId}`, { session })).status).toBe(204);
  expect((await send("GET", "sessions", { session })).status).toBe(401);
});

test("without required 2FA, a member can only use their account until they enable it", async () => {
  const member = await createTestMember(ctx.organisation.id, { role: "ADMIN", password: goodPassword });
  const session = await openTestSession(member, systemClock, "PASSWORD");
  const openId = await openTestSession(member);
  const audit = async (caller: Parameters<typeof callApi>[2]) => (await send("GET", "audit", caller)).status;
  expect(await audit({ session })).toBe(200);
  const required = { session: openId, body: { requireSecondFactor: true } };
  expect(await send("PATCH", "organisation", required)).toMatchObject({ body: { requireSecondFactor: true } });
  const restricted = await openTestSession(member, systemClock, "PASSWORD");
  for (const path of ["audit", "organisation", "members"]) {
    expect(await send("GET", path, { session: restricted })).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope", message: expect.stringMatching(/Enable it on your account page/) },
    });
  }
  expect(await send("PATCH", "organisation", { ...required, session: restricted })).toMatchObject({ status: 403 });
  expect(await audit({ session: openId })).toBe(200);
  expect((await send("GET", "members", { key })).status).toBe(200);
  expect(await send("GET", "session", { session: restricted })).toMatchObject({
    body: { permissions: ["account"], session: { lacksSecondFactor: true } },
  });

  const setup = await send("POST", "account/second-factor", { session: restricted });
  const code = new TOTP({ secret: String(setup.body["secret"]) }).generate();
  const confirmed = await send("POST", "account/second-factor/confirm", { session: restricted, body: { code } });
  expect(confirmed.status).toBe(200);
  expect(await audit({ session: restricted })).toBe(200);
});

test("a new role and the end of access apply with the member's next request", async () => {
  const member = await createTestMember(ctx.organisation.id, { role: "ADMIN" });
  await createTestMember(ctx.organisation.id, { role: "ADMIN" });
  const session = await openTestSession(member);
  for (const [change, status] of [
    [{}, 200],
    [{ role: "VIEWER" }, 403],
    [{ disabled: true }, 401],
  ] as const) {
    await send("PATCH", `members/${member.id}`, { key, body: change });
    expect((await send("GET", "members", { session })).status).toBe(status);
  }
});

describe("without being signed in", () => {
  /** An address that no other test has. */
  const from = () => ({ [clientAddressHeader]: newId("request") });

  test("an invitation is read and accepted, once", async () => {
    const body = invite();
    await send("POST", "members", { key, body });
    const token = await mailedToken(ctx, body.email, "member-invited");
    expect(await send("POST", "invitations/inspect", { headers: from(), body: { token } })).toMatchObject({
      status: 200,
      body: { email: body.email, role: "ANALYST", organisationName: "Test" },
    });
    const accept = { headers: from(), body: { token, name: "Ada", password: goodPassword } };
    for (const status of [204, 404]) expect((await send("POST", "invitations/accept", accept)).status).toBe(status);
  });

  test("a password reset gets the same response for every address", async () => {
    const { email } = await join(ctx);
    for (const address of [email, newAddress(), email.toUpperCase()]) {
      const answer = await send("POST", "password-resets", { headers: from(), body: { email: address } });
      expect([answer.status, answer.body]).toEqual([202, {}]);
    }
    await expect.poll(() => mailedToken(ctx, email, "password-reset"), { timeout: 30_000 }).not.toBe("");
    const body = { token: await mailedToken(ctx, email, "password-reset"), password: "two herons fish there" };
    for (const status of [204, 404]) {
      expect((await send("POST", "password-resets/complete", { headers: from(), body })).status).toBe(status);
    }
  });

  test.for<[path: string, body: unknown, limit: number]>([
    ["invitations/inspect", { token: "none" }, 60],
    ["password-resets", { email: "nobody@example.com" }, 20],
    ["password-resets/complete", { token: "none", password: goodPassword }, 60],
  ])("%s is limited for each address", async ([path, body, limit]) => {
    const headers = from();
    for (let i = 0; i < limit; i++) expect((await send("POST", path, { headers, body })).status).not.toBe(429);
    const rejected = await send("POST", path, { headers, body });
    expect(rejected).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("POST", path, { headers: from(), body })).status).not.toBe(429);
  });
});

test("e-mails are listed and read, without a mail server, by their organisation only", async () => {
  await send("POST", "members", { key, body: invite() });
  const { body } = await send("GET", "mails", { key });
  expect(body.data).toEqual([expect.objectContaining({ template: "member-invited", status: "QUEUED" })]);
  const path = `mails/${body.data[0]?.id}`;
  const read = await send("GET", path, { key });
  expect(read.body.body).toEqual({ text: expect.stringContaining("#token="), html: expect.any(String) });
  const stranger = await createTestContext(systemClock);
  const foreign = (await createApiKey(stranger, { name: "A", scopes: ["admin"] })).key;
  expect((await send("GET", path, { key: foreign })).status).toBe(404);
});
