import { namedContext, standingOf, toMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { getMember } from "@/lib/domains/members/members";
import { hashPassword, replacePassword, requireGoodPassword, verifyPassword } from "@/lib/domains/members/passwords";
import type { ChangePassword, Member, UpdateAccount } from "@/lib/domains/members/schemas";
import { openSessionIds } from "@/lib/domains/members/sessions-store";
import { changeMember, findMember, lockMember, type StoredMember } from "@/lib/domains/members/store";
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

/** Changes the caller's own name, which later records of their actions show. */
export async function updateAccount(ctx: Context, { name }: UpdateAccount): Promise<Member> {
  const nowMs = ctx.clock.now();
  const { member, touched } = await inTransaction(ctx.tx, async (tx) => {
    const stored = await lockOwnAccount(ctx, tx);
    if (stored.name === name) return { member: toMember(stored, nowMs), touched: [] };
    const { id, organisationId } = stored;
    const saved = await changeMember(tx, organisationId, id, { name, updatedAt: new Date(nowMs) });
    const both = { before: standingOf(stored), after: standingOf(stored) };
    const sessions = await openSessionIds(tx, organisationId, id);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_CHANGED", memberId: id, changed: ["name"], ...both });
    return { member: toMember(saved, nowMs), touched: sessions };
  });
  forgetSessions(touched);
  return member;
}

/**
 * Changes one's own password and ends every other session of one's own. Throws `conflict` for those who have none because
 * they sign in elsewhere, `validation_failed` where the current one is wrong or the new one would be guessed.
 */
export async function changePassword(ctx: Context, input: ChangePassword): Promise<void> {
  const { sessionId } = signedInMember(ctx);
  const member = await ownAccount(ctx);
  if (member.passwordHash === null) {
    throw new ServiceError("conflict", "You have no password here: you sign in with your organisation's account.");
  }
  await requireOwnPassword(member, input.currentPassword, { path: "currentPassword", clock: ctx.clock });
  const named = await namedContext(ctx);
  const owner = { email: member.email, organisationName: named.organisation.name };
  requireGoodPassword("newPassword", input.newPassword, owner);
  if (input.newPassword === input.currentPassword) {
    throw validationFailed([{ path: "newPassword", message: "must be another than the current one" }]);
  }
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const locked = await lockOwnAccount(ctx, tx);
    if (locked.passwordHash !== member.passwordHash) {
      throw new ServiceError("conflict", "Your password was changed meanwhile.");
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

/** As {@link ownAccount}, with the row locked until the transaction ends. */
export async function lockOwnAccount(
  ctx: Pick<Context, "actor" | "organisation">,
  tx: Transaction,
): Promise<StoredMember> {
  const member = await lockMember(tx, ctx.organisation.id, signedInMember(ctx).id);
  if (!member) throw notFound("member");
  return member;
}

/**
 * Asks who is signed in for their password once more, where they have one: whoever found a screen unlocked may try ten in
 * ten minutes. Throws `validation_failed` at `path`, `rate_limited`.
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

/** Attempts that one address or member has in ten minutes. */
const attempts = {
  invitation: 60,
  "password-reset": 20,
  "password-reset-link": 60,
  "own-password": 10,
  "own-second-factor": 10,
} as const;

const windowSeconds = 600;

/**
 * Takes an attempt from those of an address, or of a member by their id; of an IPv6 address all of its /64 share them.
 * Throws `rate_limited`.
 */
export async function requireAttempt(what: keyof typeof attempts, who: string, clock: Clock): Promise<void> {
  const bucket = `members:${what}:${networkOf(who)}`;
  if (await consumeAttempt({ bucket, limit: attempts[what], windowSeconds }, clock)) return;
  const seconds = windowSeconds - (Math.floor(clock.now() / 1000) % windowSeconds);
  throw new ServiceError("rate_limited", `Too many attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/** Who is signed in. Throws `insufficient_scope` for a key, which has no account. */
export function signedInMember({ actor }: Pick<Context, "actor">): Extract<Actor, { kind: "user" }> {
  if (actor.kind !== "user") throw onlyForPeople();
  return actor;
}
