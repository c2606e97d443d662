import { TOTP } from "otpauth";
import { beforeAll, expect, test, vi } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { beginSecondFactor, confirmSecondFactor, type SignInMember, updateMember } from "@/lib/domains/members";
import { failuresMax, issueDevice } from "@/lib/platform/auth/attempts";
import { signInWithPassword } from "@/lib/platform/auth/sign-in-with-password";
import { createTestMember } from "@/lib/platform/auth/testing";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const password = "correct horse battery staple";
let addresses = 0;

/** A visitor from a new address. */
function visitor(deviceCookie?: string) {
  addresses += 1;
  return {
    address: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    userAgent: "test",
    deviceCookie,
  };
}

async function setUp() {
  const clock = createTestClock(Date.now());
  const ctx = await createTestContext(clock);
  const member = await createTestMember(ctx.organisation.id, { password }, clock);
  return { clock, ctx, member };
}

function events(ctx: Context, kind: string) {
  return pool()
    .query<{ payload: Record<string, unknown> }>(
      `SELECT (content::jsonb)->'payload' AS payload FROM audit_events WHERE organisation_id = $1
         AND (content::jsonb)->'payload'->>'kind' = $2 ORDER BY chain_position`,
      [ctx.organisation.id, kind],
    )
    .then(({ rows }) => rows.map(({ payload }) => payload));
}

const fails = (code: string) => expect.objectContaining({ name: "SignInError", code });

test("a password starts a new session each time, which is recorded on the chain", async () => {
  const { clock, ctx, member } = await setUp();
  const credentials = { email: member.email.toUpperCase(), password, code: "" };
  const from = { address: "192.0.2.77", userAgent: "Firefox", deviceCookie: undefined };
  const first = await signInWithPassword(credentials, from, clock);
  const second = await signInWithPassword(credentials, from, clock);
  expect(first.memberId).toBe(member.id);
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(await events(ctx, "MEMBER_SIGNED_IN")).toEqual(
    [first, second].map(({ sessionId }) => ({
      kind: "MEMBER_SIGNED_IN",
      memberId: member.id,
      method: "PASSWORD",
      secondFactor: false,
      sessionId,
      network: "192.0.2.x",
    })),
  );
});

test.each<[string, (member: SignInMember, ctx: Context) => Promise<{ email?: string; password?: string }>]>([
  ["a wrong password", async () => ({ password: "wrong" })],
  ["an empty password", async () => ({ password: "" })],
  ["a password of a megabyte", async () => ({ password: "x".repeat(1_000_000) })],
  ["an unknown address", async () => ({ email: `${newId("member")}@example.com` })],
  ["an invalid address", async () => ({ email: "'; DROP TABLE members" })],
  [
    "a disabled member",
    async ({ id }, ctx) => {
      await updateMember(ctx, id, { disabled: true });
      return {};
    },
  ],
  [
    "a member without a password",
    async ({ id }) => {
      await pool().query("UPDATE members SET password_hash = NULL WHERE id = $1", [id]);
      return {};
    },
  ],
  [
    "a disabled member",
    async ({ id }) => {
      await pool().query("UPDATE members SET access_expires_at = now() - interval '1 minute' WHERE id = $1", [id]);
      return {};
    },
  ],
])("%s gets the same response as any other failure", async (_what, change) => {
  const { clock, ctx, member } = await setUp();
  const credentials = { email: member.email, password, code: "", ...(await change(member, ctx)) };
  await expect(signInWithPassword(credentials, visitor(), clock)).rejects.toEqual(fails("CredentialsSignin"));
});

test("blocks an account for 15 minutes after ten failures, from any address", async () => {
  const { clock, ctx, member } = await setUp();
  clock.nowMs = Math.ceil(clock.nowMs / 900_000) * 900_000;
  const guess = (text: string) =>
    signInWithPassword({ email: member.email, password: text, code: "" }, visitor(), clock);
  for (let i = 0; i < failuresMax.account; i++) await expect(guess("no")).rejects.toEqual(fails("CredentialsSignin"));
  await expect(guess("no")).rejects.toEqual(fails("TooManyAttempts"));
  await expect(guess(password)).rejects.toEqual(fails("TooManyAttempts"));
  await vi.waitFor(async () => expect(await events(ctx, "MEMBER_LOCKED_OUT")).toHaveLength(1));
  clock.nowMs += 900_000;
  await expect(guess(password)).resolves.toMatchObject({ memberId: member.id });
});

test("concurrent guesses cannot exceed the limit", async () => {
  const { clock, member } = await setUp();
  const guesses = Array.from({ length: 40 }, () =>
    signInWithPassword({ email: member.email, password: "no", code: "" }, visitor(), clock).catch(
      ({ code }: { code: string }) => code,
    ),
  );
  const answers = await Promise.all(guesses);
  expect(answers.filter((code) => code === "CredentialsSignin")).toHaveLength(failuresMax.account);
  expect(answers.filter((code) => code === "TooManyAttempts")).toHaveLength(40 - failuresMax.account);
});

test("a known browser can sign in while others are blocked, and has its own limit of ten failures", async () => {
  const { clock, member } = await setUp();
  clock.nowMs = Math.ceil(clock.nowMs / 900_000) * 900_000;
  const attacker = visitor();
  const guess = (from: ReturnType<typeof visitor>, text: string) =>
    signInWithPassword({ email: member.email, password: text, code: "" }, from, clock);
  for (let i = 0; i < 30; i++) await guess(attacker, "no").catch(() => undefined);
  // Even from the same address, as in an office.
  const own = { ...attacker, deviceCookie: issueDevice(member.id, clock.nowMs) };
  await expect(guess(own, password)).resolves.toMatchObject({ memberId: member.id });
  for (let i = 0; i < failuresMax.device; i++)
    await expect(guess(own, "no")).rejects.toEqual(fails("CredentialsSignin"));
  await expect(guess(own, password)).rejects.toEqual(fails("TooManyAttempts"));
});

test("an address is blocked after thirty failures with any accounts", async () => {
  const { clock, member } = await setUp();
  const from = visitor();
  const guess = (email: string, text = "no") => signInWithPassword({ email, password: text, code: "" }, from, clock);
  for (let i = 0; i < failuresMax.address; i++) {
    await expect(guess(`${newId("member")}@example.com`)).rejects.toEqual(fails("CredentialsSignin"));
  }
  await expect(guess(member.email, password)).rejects.toEqual(fails("TooManyAttempts"));
});

test("successful sign-ins do not count, so that forty members can sign in from one address", {
  tags: "full",
}, async () => {
  const { clock, member } = await setUp();
  const from = visitor();
  for (let i = 0; i < 40; i++) await signInWithPassword({ email: member.email, password, code: "" }, from, clock);
});

test("failures are recorded on the chain at most once a minute, without the submitted values", async () => {
  const { clock, ctx, member } = await setUp();
  for (let i = 0; i < 5; i++) {
    await signInWithPassword({ email: member.email, password: "hunter2", code: "" }, visitor(), clock).catch(() => {});
  }
  await vi.waitFor(async () => expect(await events(ctx, "MEMBER_SIGN_IN_FAILED")).toHaveLength(1));
  clock.nowMs += 60_000;
  await signInWithPassword({ email: member.email, password: "hunter2", code: "" }, visitor(), clock).catch(() => {});
  await vi.waitFor(async () => expect(await events(ctx, "MEMBER_SIGN_IN_FAILED")).toHaveLength(2));
  const [recorded] = await events(ctx, "MEMBER_SIGN_IN_FAILED");
  expect(recorded).toEqual({
    kind: "MEMBER_SIGN_IN_FAILED",
    memberId: member.id,
    method: "PASSWORD",
    reason: "PASSWORD",
    network: expect.stringMatching(/^10\.\d+\.\d+\.x$/),
  });
});

test("a two-factor code is required after the password and is valid once", async () => {
  const { clock, ctx, member } = await setUp();
  const { id, email, name, role } = member;
  const own: Context = { ...ctx, actor: { kind: "user", id, email, name, role, sessionId: "" } };
  const { secret } = await beginSecondFactor(own);
  const totp = new TOTP({ secret });
  const codeAt = (ms: number) => totp.generate({ timestamp: ms });
  const { recoveryCodes } = await confirmSecondFactor(own, { code: codeAt(clock.nowMs) });
  clock.nowMs += 60_000;
  const enter = (code: string, text = password) =>
    signInWithPassword({ email, password: text, code }, visitor(), clock);

  await expect(enter("")).rejects.toEqual(fails("SecondFactorRequired"));
  await expect(enter("", "wrong")).rejects.toEqual(fails("CredentialsSignin"));
  await expect(enter("000000")).rejects.toEqual(fails("SecondFactorInvalid"));
  const code = codeAt(clock.nowMs);
  await expect(enter(code)).resolves.toMatchObject({ memberId: id });
  await expect(enter(code)).rejects.toEqual(fails("SecondFactorInvalid"));
  const [recovery = ""] = recoveryCodes;
  await expect(enter(recovery)).resolves.toMatchObject({ memberId: id });
  await expect(enter(recovery)).rejects.toEqual(fails("SecondFactorInvalid"));
});
