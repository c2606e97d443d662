import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import type { TestClock } from "@/lib/domains/api-keys/testing";
import {
  beginSecondFactor,
  completePasswordReset,
  confirmSecondFactor,
  disableSecondFactor,
  findMemberForSignIn,
  findSession,
  getMember,
  resetSecondFactor,
  takeSecondFactor,
} from "@/lib/domains/members";
import { sendPasswordReset } from "@/lib/domains/members/password-resets";
import type { Member } from "@/lib/domains/members/schemas";
import {
  codeOf,
  createTenant,
  join,
  mailedToken,
  mailsTo,
  goodPassword as password,
  recorded,
  signIn,
  storedText,
} from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { propertyRuns } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const step = 30_000;

/** A member with an authenticator app. */
interface Owner {
  admin: Context;

  ctx: Context;
  clock: TestClock;
  member: Member;
  sessionId: string;
  secret: string;
  recoveryCodes: string[];
  /** The code of a time step, relative to now. */
  code(steps?: number): string;
  take(code: string): Promise<boolean>;
}

async function own(): Promise<Owner> {
  const { ctx: admin, clock } = await createTenant();
  const member = await join(admin);
  const { ctx, sessionId } = await signIn(admin, member);
  const { secret } = await beginSecondFactor(ctx);
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps = 0) => app.generate({ timestamp: clock.nowMs + steps * step });
  const { recoveryCodes } = await confirmSecondFactor(ctx, { code: code() });
  clock.nowMs += 10 * step;
  const take = (given: string) => takeSecondFactor(member.id, admin.organisation.id, given, clock);
  return { admin, ctx, clock, member, sessionId, secret, recoveryCodes, code, take };
}

describe("setting up 2FA", () => {
  let ctx: Context;
  let clock: TestClock;
  let member: Member;

  beforeEach(async () => {
    const tenant = await createTenant();
    clock = tenant.clock;
    member = await join(tenant.ctx);
    ({ ctx } = await signIn(tenant.ctx, member));
  });

  const codeFor = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs });

  test("setup returns a secret and a QR code URL, and 2FA is not required before confirmation", async () => {
    const { secret, otpauthUrl } = await beginSecondFactor(ctx);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(otpauthUrl);
    expect([url.protocol, url.searchParams.get("secret"), url.searchParams.get("issuer")]).toEqual([
      "otpauth:",
      secret,
      "Governance Audit Service",
    ]);
    expect(decodeURIComponent(url.pathname)).toContain(member.email);
    expect(await findMemberForSignIn(member.email, clock)).toMatchObject({ hasSecondFactor: false });
    expect(await takeSecondFactor(member.id, ctx.organisation.id, codeFor(secret), clock)).toBe(false);
    expect(await storedText(ctx)).not.toContain(secret);
  });

  test("a code enables 2FA, returns ten recovery codes and notifies the member", async () => {
    const { secret } = await beginSecondFactor(ctx);
    const { recoveryCodes } = await confirmSecondFactor(ctx, { code: codeFor(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await getMember(ctx, member.id)).toMatchObject({ secondFactor: true });
    expect(await mailsTo(ctx, member.email, "second-factor-changed")).toHaveLength(1);
    const stored = await storedText(ctx);
    const { payloads, text } = await recorded(ctx);
    expect(payloads.at(-1)).toEqual({ kind: "MEMBER_SECOND_FACTOR_ENABLED", memberId: member.id });
    for (const secretText of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))]) {
      expect(stored).not.toContain(secretText);
      expect(text).not.toContain(secretText);
    }
  });

  test("the confirmation code cannot be used to sign in", async () => {
    const { secret } = await beginSecondFactor(ctx);
    const code = codeFor(secret);
    await confirmSecondFactor(ctx, { code });
    expect(await takeSecondFactor(member.id, ctx.organisation.id, code, clock)).toBe(false);
  });

  test("a new setup replaces the secret", async () => {
    const first = await beginSecondFactor(ctx);
    const second = await beginSecondFactor(ctx);
    expect(second.secret).not.toBe(first.secret);
    expect(await codeOf(confirmSecondFactor(ctx, { code: codeFor(first.secret) }))).toBe("validation_failed");
    await confirmSecondFactor(ctx, { code: codeFor(second.secret) });
  });

  test("setup and confirmation return conflict out of order", async () => {
    expect(await codeOf(confirmSecondFactor(ctx, { code: "123456" }))).toBe("conflict");
    const { secret } = await beginSecondFactor(ctx);
    await confirmSecondFactor(ctx, { code: codeFor(secret) });
    expect(await codeOf(confirmSecondFactor(ctx, { code: codeFor(secret) }))).toBe("conflict");
    expect(await codeOf(beginSecondFactor(ctx))).toBe("conflict");
  });
});

describe("codes", () => {
  test.for([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)("a code %i steps from now is accepted: %s", async ([steps, taken]) => {
    const owner = await own();
    expect(await owner.take(owner.code(steps))).toBe(taken);
  });

  test("are accepted with spaces, once per time step and only in increasing order", async () => {
    const { take, code } = await own();
    const now = code();
    expect(await take(`${now.slice(0, 3)} ${now.slice(3)}`)).toBe(true);
    expect(await take(now)).toBe(false);
    expect(await take(code(-1))).toBe(false);
    expect(await take(code(1))).toBe(true);
    expect(await take(now)).toBe(false);
  });

  test.for(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "-12345", "1e5000", "\0\0\0\0\0\0", "\ud800".repeat(6)])(
    "rejects %j",
    async (text) => {
      expect(await (await own()).take(text)).toBe(false);
    },
  );

  test("one of twenty concurrent uses of a code succeeds", async () => {
    const { take, code } = await own();
    const now = code();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(now)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("one of twenty concurrent uses of a recovery code succeeds, and the member is notified", async () => {
    const { admin, take, member, recoveryCodes } = await own();
    const [code = ""] = recoveryCodes;
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(code)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const { payloads } = await recorded(admin);
    expect(payloads.filter(({ kind }) => kind === "MEMBER_RECOVERY_CODE_USED")).toEqual([
      { kind: "MEMBER_RECOVERY_CODE_USED", memberId: member.id, codesLeft: 9 },
    ]);
    const [mail] = await mailsTo(admin, member.email, "second-factor-changed");
    expect(mail?.text).toContain("9 codes are left");
  });

  test("each of the ten recovery codes works once, in any notation", async () => {
    const { take, recoveryCodes } = await own();
    for (const code of recoveryCodes) {
      const typed = ` ${code.toUpperCase().replace("-", " ").replaceAll("0", "O").replaceAll("1", "I")}`;
      expect(await take(typed)).toBe(true);
      expect(await take(code)).toBe(false);
    }
  });

  test("are valid only for their member and organisation", async () => {
    const [one, other] = [await own(), await own()];
    const colleague = await join(one.admin);
    const [recoveryCode = ""] = one.recoveryCodes;
    for (const text of [one.code(), recoveryCode]) {
      expect(await takeSecondFactor(other.member.id, other.admin.organisation.id, text, one.clock)).toBe(false);
      expect(await takeSecondFactor(colleague.id, one.admin.organisation.id, text, one.clock)).toBe(false);
      expect(await takeSecondFactor(one.member.id, other.admin.organisation.id, text, one.clock)).toBe(false);
    }
    expect(await one.take(one.code())).toBe(true);
    expect(await one.take(recoveryCode)).toBe(true);
  });

  test("each code works once, near its time, and never after a later one, in any sequence", async () => {
    const owner = await own();
    const move = fc.record({ after: fc.integer({ min: 0, max: 3 }), shown: fc.integer({ min: -3, max: 3 }) });
    let taken = 0;
    let last = Math.floor(owner.clock.nowMs / step) - 10;
    const attempt = fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
      for (const { after, shown } of moves) {
        owner.clock.nowMs += after * step;
        const shownStep = Math.floor(owner.clock.nowMs / step) + shown;
        const expected = Math.abs(shown) <= 1 && shownStep > last;
        expect(await owner.take(owner.code(shown))).toBe(expected);
        if (expected) {
          last = shownStep;
          taken += 1;
        }
      }
    });
    await fc.assert(attempt, { numRuns: propertyRuns(50), endOnFailure: true });
    expect(taken).toBeGreaterThan(5);
  });
});

describe("disabling 2FA", () => {
  test("requires a code and the password, and allows a new setup", async () => {
    const { admin, ctx, member, code, recoveryCodes, take } = await own();
    await disableSecondFactor(ctx, { code: code(), password });
    expect(await getMember(admin, member.id)).toMatchObject({ secondFactor: false });
    const [recoveryCode = ""] = recoveryCodes;
    for (const text of [code(1), recoveryCode]) expect(await take(text)).toBe(false);
    expect((await recorded(admin)).payloads.at(-1)).toEqual({
      kind: "MEMBER_SECOND_FACTOR_DISABLED",
      memberId: member.id,
    });
    expect(await codeOf(disableSecondFactor(ctx, { code: code(1), password }))).toBe("conflict");
    await beginSecondFactor(ctx);
  });

  test("rejects a wrong password without using up the code", async () => {
    const { ctx, code, take } = await own();
    for (const given of [{}, { password: "two herons fish there" }]) {
      await expect(disableSecondFactor(ctx, { code: code(), ...given })).rejects.toMatchObject({
        code: "validation_failed",
        details: [{ path: "password" }],
      });
    }
    expect(await codeOf(disableSecondFactor(ctx, { code: "000000", password }))).toBe("validation_failed");
    expect(await take(code())).toBe(true);
  });

  test("rejects even the correct password after ten wrong ones", async () => {
    const { ctx, code } = await own();
    const codes: unknown[] = [];
    for (let i = 0; i < 10; i++)
      codes.push(await codeOf(disableSecondFactor(ctx, { code: code(), password: `x${i}` })));
    expect(new Set(codes)).toEqual(new Set(["validation_failed"]));
    expect(await codeOf(disableSecondFactor(ctx, { code: code(), password }))).toBe("rate_limited");
  });

  test("an administrator resets another member's 2FA, which signs them out and notifies them", async () => {
    const { admin, ctx, member, sessionId, code, take } = await own();
    expect(await codeOf(resetSecondFactor(ctx, member.id))).toBe("conflict");
    expect(await resetSecondFactor(admin, member.id)).toMatchObject({ secondFactor: false });
    expect(await take(code())).toBe(false);
    expect(await findSession(sessionId)).toMatchObject({ revokedAt: expect.any(Date) });
    expect((await mailsTo(admin, member.email, "second-factor-changed"))[0]?.text).toContain(
      "two-factor authentication was reset",
    );
    expect((await recorded(admin)).payloads.at(-1)).toMatchObject({ kind: "MEMBER_SECOND_FACTOR_RESET" });
    expect(await codeOf(resetSecondFactor(admin, member.id))).toBe("conflict");
  });

  test("a password reset does not disable 2FA", async () => {
    const { admin, clock, member, code, take } = await own();
    await sendPasswordReset({ ...member, organisationId: admin.organisation.id }, clock);
    const token = await mailedToken(admin, member.email, "password-reset");
    await completePasswordReset(admin, { token, password: "two herons fish there" });
    expect(await findMemberForSignIn(member.email, clock)).toMatchObject({ hasSecondFactor: true });
    expect(await take(code())).toBe(true);
  });
});
