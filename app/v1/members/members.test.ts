import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as password from "@/app/v1/account/password/route";
import * as account from "@/app/v1/account/route";
import * as confirmation from "@/app/v1/account/second-factor/confirm/route";
import * as secondFactor from "@/app/v1/account/second-factor/route";
import * as acceptance from "@/app/v1/invitations/accept/route";
import * as inspection from "@/app/v1/invitations/inspect/route";
import * as mail from "@/app/v1/mails/[id]/route";
import * as mails from "@/app/v1/mails/route";
import * as invitation from "@/app/v1/members/[id]/invitation/route";
import * as item from "@/app/v1/members/[id]/route";
import * as factorReset from "@/app/v1/members/[id]/second-factor/reset/route";
import * as signOut from "@/app/v1/members/[id]/sign-out/route";
import * as list from "@/app/v1/members/route";
import * as resetCompletion from "@/app/v1/password-resets/complete/route";
import * as resets from "@/app/v1/password-resets/route";
import * as session from "@/app/v1/sessions/[id]/route";
import * as sessions from "@/app/v1/sessions/route";
import { resourceCaller } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { goodPassword, join, mailedToken, newAddress, recorded } from "@/lib/domains/members/testing";
import { createTestMember, openTestSession, type TestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { clientAddressHeader } from "@/lib/platform/http/request";
import type { NextHandler } from "@/lib/platform/http/types";
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

const call = resourceCaller<Body>("/v1/x");

interface Given extends NonNullable<Parameters<typeof call>[2]> {
  session?: TestSession | undefined;
}

function send(handler: NextHandler, method: string, { session, headers, ...given }: Given = {}) {
  return call(handler, method, { headers: { ...session?.headers, ...headers }, ...given });
}

const invite = () => ({ email: newAddress(), name: "Ada Analyst", role: "ANALYST" });

test("a member is invited once, read, changed, invited again and signed out", async () => {
  const given = { key, body: invite(), headers: { "idempotency-key": newId("request") } };
  const [created, repeat] = [await send(list.POST, "POST", given), await send(list.POST, "POST", given)];
  expect(created).toMatchObject({ status: 201, body: { status: "INVITED", signsInWith: [] } });
  expect(repeat.body).toEqual(created.body);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  const { id } = created.body;
  expect((await send(item.GET, "GET", { key, id })).body).toEqual(created.body);
  expect((await send(list.GET, "GET", { key, query: "?status=INVITED&limit=1" })).body.data).toEqual([created.body]);
  expect(await send(item.PATCH, "PATCH", { key, id, body: { role: "VIEWER" } })).toMatchObject({
    status: 200,
    body: { role: "VIEWER" },
  });
  expect(await send(invitation.POST, "POST", { key, id })).toMatchObject({ status: 200, body: { id } });
  expect(await send(signOut.POST, "POST", { key, id })).toMatchObject({ status: 204 });
  expect(await send(factorReset.POST, "POST", { key, id })).toMatchObject({ status: 409 });
  const kinds = (await recorded(ctx)).payloads.map(({ kind }) => kind);
  expect(kinds).toEqual([
    "API_KEY_CREATED",
    "MEMBER_INVITED",
    "MEMBER_CHANGED",
    "MEMBER_INVITATION_RENEWED",
    "MEMBER_SIGNED_OUT",
  ]);
});

test("somebody signs in to their account: sessions, name, password and second factor", async () => {
  const member = await createTestMember(ctx.organisation.id, { password: goodPassword });
  const [mine, other] = [await openTestSession(member), await openTestSession(member)];
  const listed = await send(sessions.GET, "GET", { session: mine });
  expect(listed.body.data).toHaveLength(2);
  expect(listed.body.data).toContainEqual(expect.objectContaining({ id: mine.sessionId, current: true }));
  expect(await send(account.PATCH, "PATCH", { session: mine, body: { name: "Ada L." } })).toMatchObject({
    status: 200,
    body: { name: "Ada L." },
  });
  const setup = await send(secondFactor.POST, "POST", { session: mine });
  expect(setup.body).toEqual({ secret: expect.any(String), otpauthUrl: expect.stringMatching(/^otpauth:/) });
  const wrong = await send(confirmation.POST, "POST", { session: mine, body: { code: "000000" } });
  expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: "code" }] } });
  const change = { currentPassword: goodPassword, newPassword: "two herons stand there" };
  expect((await send(password.POST, "POST", { session: mine, body: change })).status).toBe(204);
  expect((await send(sessions.GET, "GET", { session: other })).status).toBe(401);
  expect((await send(session.DELETE, "DELETE", { session: mine, id: mine.sessionId })).status).toBe(204);
  expect((await send(sessions.GET, "GET", { session: mine })).status).toBe(401);
});

test("who is made a viewer by somebody else is refused with the next request", async () => {
  const member = await createTestMember(ctx.organisation.id, { role: "ADMIN" });
  await createTestMember(ctx.organisation.id, { role: "ADMIN" });
  const mine = await openTestSession(member);
  expect((await send(list.GET, "GET", { session: mine })).status).toBe(200);
  await send(item.PATCH, "PATCH", { key, id: member.id, body: { role: "VIEWER" } });
  expect((await send(list.GET, "GET", { session: mine })).status).toBe(403);
  await send(item.PATCH, "PATCH", { key, id: member.id, body: { disabled: true } });
  expect((await send(list.GET, "GET", { session: mine })).status).toBe(401);
});

describe("without being signed in", () => {
  /** An address that no other test has. */
  const from = () => ({ [clientAddressHeader]: newId("request") });

  test("an invitation is read and accepted, once", async () => {
    const body = invite();
    await send(list.POST, "POST", { key, body });
    const token = await mailedToken(ctx, body.email, "member-invited");
    expect(await send(inspection.POST, "POST", { headers: from(), body: { token } })).toMatchObject({
      status: 200,
      body: { email: body.email, role: "ANALYST", organisationName: "Test" },
    });
    const accept = { headers: from(), body: { token, name: "Ada", password: goodPassword } };
    expect((await send(acceptance.POST, "POST", accept)).status).toBe(204);
    expect((await send(acceptance.POST, "POST", accept)).status).toBe(404);
  });

  test("a reset is answered the same for whoever asks for whatever address", async () => {
    const { email } = await join(ctx);
    for (const address of [email, newAddress(), email.toUpperCase()]) {
      const answer = await send(resets.POST, "POST", { headers: from(), body: { email: address } });
      expect([answer.status, answer.body]).toEqual([202, {}]);
    }
    await expect.poll(() => mailedToken(ctx, email, "password-reset"), { timeout: 15_000 }).not.toBe("");
    const token = await mailedToken(ctx, email, "password-reset");
    const body = { token, password: "two herons stand there" };
    expect((await send(resetCompletion.POST, "POST", { headers: from(), body })).status).toBe(204);
    expect((await send(resetCompletion.POST, "POST", { headers: from(), body })).status).toBe(404);
  });

  const limited: [string, NextHandler, unknown, number][] = [
    ["reading invitations", inspection.POST, { token: "none" }, 60],
    ["asking for resets", resets.POST, { email: "nobody@example.com" }, 20],
    ["using links of resets", resetCompletion.POST, { token: "none", password: goodPassword }, 60],
  ];

  test.for(limited)("%s is limited for each address", async ([, handler, body, limit]) => {
    const headers = from();
    for (let i = 0; i < limit; i++) {
      expect((await send(handler, "POST", { headers, body })).status).not.toBe(429);
    }
    const refused = await send(handler, "POST", { headers, body });
    expect(refused).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send(handler, "POST", { headers: from(), body })).status).not.toBe(429);
  });
});

test("mails are listed, and read with what they say where no server is configured", async () => {
  await send(list.POST, "POST", { key, body: invite() });
  const { body } = await send(mails.GET, "GET", { key });
  expect(body.data).toEqual([expect.objectContaining({ template: "member-invited", status: "QUEUED" })]);
  const read = await send(mail.GET, "GET", { key, id: body.data[0]?.id ?? "" });
  expect(read.body.body).toEqual({ text: expect.stringContaining("#token="), html: expect.any(String) });
  const stranger = await createTestContext(systemClock);
  const foreign = (await createApiKey(stranger, { name: "A", scopes: ["admin"] })).key;
  expect((await send(mail.GET, "GET", { key: foreign, id: body.data[0]?.id ?? "" })).status).toBe(404);
});
