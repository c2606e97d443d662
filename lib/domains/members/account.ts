import { namedContext } from "@/lib/domains/members/member";
import { getMember, updateMember } from "@/lib/domains/members/members";
import { hashPassword, replacePassword, requireGoodPassword, verifyPassword } from "@/lib/domains/members/passwords";
import type { ChangePassword, Member, UpdateAccount } from "@/lib/domains/members/schemas";
import { findMember, requireMember, type StoredMember } from "@/lib/domains/members/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Actor, Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { onlyForPeople } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { consumeAttempt, networkOf } from "@/lib/platform/rate-limits";

export async function readAccount(ctx: Context): Promise<Member> {
  return getMember(ctx, signedInMember(ctx).id);
}

export async function updateAccount(ctx: Context, change: UpdateAccount): Promise<Member> {
  return updateMember(ctx, signedInMember(ctx).id, change);
}

/**
 * Changes the caller's password and ends all their other sessions. Throws `conflict` if they have no password,
 * `validation_failed` if the current one is wrong or the new one is easily guessed.
 */
export async function changePassword(ctx: Context, input: ChangePassword): Promise<void> {
  const { sessionId } = signedInMember(ctx);
  const member = await ownAccount(ctx);
  if (member.passwordHash === null) {
    throw new ServiceError(
      "conflict",
      "Your account has no password. You sign in through your organisation's identity provider.",
    );
  }
  await requireOwnPassword(member, input.currentPassword, { path: "currentPassword", clock: ctx.clock });
  const named = await namedContext(ctx);
  const owner = { email: member.email, organisationName: named.organisation.name };
  requireGoodPassword("newPassword", input.newPassword, owner);
  if (input.newPassword === input.currentPassword) {
    throw validationFailed([{ path: "newPassword", message: "must differ from the current password" }]);
  }
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const locked = await lockOwnAccount(ctx, tx);
    if (locked.passwordHash !== member.passwordHash) {
      throw new ServiceError("conflict", "Your password was changed in another session.");
    }
    return replacePassword(named, tx, locked, { passwordHash, how: "BY_MEMBER", keepSessionId: sessionId });
  });
  forgetSessions(ended);
}

export async function ownAccount(ctx: Pick<Context, "actor" | "organisation">): Promise<StoredMember> {
  const member = await findMember(ctx.organisation.id, signedInMember(ctx).id);
  if (!member) throw notFound("member");
  return member;
}

/** As `ownAccount`, with the row locked until the transaction ends. */
export async function lockOwnAccount(
  ctx: Pick<Context, "actor" | "organisation">,
  tx: Transaction,
): Promise<StoredMember> {
  return requireMember(tx, ctx.organisation.id, signedInMember(ctx).id);
}

/**
 * Checks the caller's password, if they have one. The limit of ten attempts in ten minutes protects an unattended
 * session. Throws `validation_failed` at `path`, `rate_limited`.
 */
export async function requireOwnPassword(
  { id, passwordHash }: StoredMember,
  password: string | undefined,
  { path, clock }: { path: string; clock: Clock },
): Promise<void> {
  if (passwordHash === null) return;
  if (password === undefined) throw validationFailed([{ path, message: "is required" }]);
  await requireAttempt("own-password", id, clock);
  if (!(await verifyPassword(passwordHash, password))) {
    throw validationFailed([{ path, message: "is not your password" }]);
  }
}

/** Attempts of one address or member in ten minutes. */
const attempts = {
  invitation: 60,
  "password-reset": 20,
  "password-reset-link": 60,
  "own-password": 10,
  "own-second-factor": 10,
} as const;

const windowSeconds = 600;

/** Counts an attempt of an address (IPv6: of its /64) or of a member ID. Throws `rate_limited`. */
export async function requireAttempt(what: keyof typeof attempts, who: string, clock: Clock): Promise<void> {
  const bucket = `members:${what}:${networkOf(who)}`;
  if (await consumeAttempt({ bucket, limit: attempts[what], windowSeconds }, clock)) return;
  const seconds = windowSeconds - (Math.floor(clock.now() / 1000) % windowSeconds);
  throw new ServiceError("rate_limited", `Too many attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/** The signed-in member. Throws `insufficient_scope` for an API key, which has no account. */
export function signedInMember({ actor }: Pick<Context, "actor">): Extract<Actor, { kind: "user" }> {
  if (actor.kind !== "user") throw onlyForPeople();
  return actor;
}
