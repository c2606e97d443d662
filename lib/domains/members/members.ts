import { findControllers } from "@/lib/domains/credentials";
import { requireAhead } from "@/lib/domains/members/invitations";
import { memberState, namedContext, standingOf, toMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { hashPassword, replacePassword, requireGoodPassword } from "@/lib/domains/members/passwords";
import type { InviteMember, ListMembers, Member, MemberList, UpdateMember } from "@/lib/domains/members/schemas";
import { deleteSessions, deleteTokens, endSessions, openSessionIds } from "@/lib/domains/members/sessions-store";
import {
  changeMember,
  countOtherAdmins,
  findMember,
  findMembersByIds,
  insertMemberUnlessKnown,
  lockAdministration,
  lockMember,
  membersOf,
  requireMember,
  type StoredMember,
} from "@/lib/domains/members/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listItems } from "@/lib/platform/resource/list-page";

export async function getMember(ctx: Context, id: string): Promise<Member> {
  const member = await findMember(ctx.organisation.id, id);
  if (!member) throw notFound("member");
  return toMember(member, ctx.clock.now());
}

export async function listMembers(ctx: Context, query: ListMembers): Promise<MemberList> {
  const { role, status, q } = query;
  const nowMs = ctx.clock.now();
  const found = membersOf({ organisationId: ctx.organisation.id, role, status, q, now: new Date(nowMs) });
  return listItems(ctx, { name: "members", query, view: (member) => toMember(member, nowMs), ...found });
}

/**
 * Updates a member. A new role applies with their next request; disabling also signs them out. Throws `not_found`, and
 * `conflict` for the caller's own role or access or if no active administrator would remain.
 */
export async function updateMember(ctx: Context, id: string, patch: UpdateMember): Promise<Member> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  let sessionIds: string[] = [];
  const { disabled: _, ...member } = await applyChange(ctx, {
    noun: "member",
    patch,
    expectedVersion: undefined,
    lock: async (tx) => {
      await lockAdministration(tx, organisationId);
      return (await lockMember(tx, organisationId, id)) ?? null;
    },
    view: (stored: StoredMember) => ({ ...toMember(stored, nowMs), disabled: stored.disabledAt !== null }),
    check: async (stored, { names, given }, tx) => {
      const after = withChange(stored, given, nowMs);
      if (names.some((name) => name !== "name")) {
        await refuseOwn(ctx, tx, id, "You cannot change your own role or access. Ask another administrator.");
      }
      if (await leavesNoAdministrator(tx, stored, after, nowMs)) {
        throw new ServiceError("conflict", "This is the last active administrator. Appoint another one first.");
      }
    },
    save: async (stored, { names, given, now }, tx) => {
      const after = withChange(stored, given, nowMs);
      const { name, role, disabledAt, accessExpiresAt } = after;
      const saved = await changeMember(tx, organisationId, id, {
        name,
        role,
        disabledAt,
        accessExpiresAt,
        updatedAt: now,
      });
      sessionIds = given.disabled
        ? await endSessions(tx, { organisationId, memberId: id }, new Date(nowMs))
        : await openSessionIds(tx, organisationId, id);
      const standings = { before: standingOf(stored), after: standingOf(after) };
      await recordMemberEvent(
        ctx,
        tx,
        given.disabled === undefined
          ? {
              kind: "MEMBER_CHANGED",
              memberId: id,
              changed: changeable.filter((name) => names.includes(name)),
              ...standings,
            }
          : { kind: given.disabled ? "MEMBER_DISABLED" : "MEMBER_ENABLED", memberId: id, ...standings },
      );
      return saved;
    },
  });
  forgetSessions(sessionIds);
  return member;
}

const changeable = ["name", "role", "disabled", "accessExpiresAt"] as const;

function withChange(stored: StoredMember, given: UpdateMember, nowMs: number): StoredMember {
  const { name = stored.name, role = stored.role, disabled, accessExpiresAt } = given;
  return {
    ...stored,
    name,
    role,
    ...(disabled !== undefined && { disabledAt: disabled ? new Date(nowMs) : null }),
    ...(accessExpiresAt !== undefined && { accessExpiresAt: requireAhead(accessExpiresAt, nowMs) }),
  };
}

/**
 * Whether no active administrator would remain after a change. An administrator whose access gets an end date does not
 * count. The caller holds the administration lock.
 */
export async function leavesNoAdministrator(
  tx: Transaction,
  before: StoredMember,
  after: StoredMember,
  nowMs: number,
): Promise<boolean> {
  const administers = (member: StoredMember) => member.role === "ADMIN" && memberState(member, nowMs) === "ACTIVE";
  const staysOn = administers(after) && (after.accessExpiresAt === null || before.accessExpiresAt !== null);
  if (!administers(before) || staysOn) return false;
  return (await countOtherAdmins(tx, before.organisationId, before.id, new Date(nowMs))) === 0;
}

/**
 * Rejects (409 `conflict`) changes of an administrator's own rights, including those with an API key that they control.
 */
export async function refuseOwn(
  { organisation, actor, clock }: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  memberId: string,
  message: string,
): Promise<void> {
  if (actor.kind === "system") return;
  const controllers =
    actor.kind === "api-key" ? await findControllers(tx, organisation.id, actor.id, clock.now()) : new Map();
  if (actor.id === memberId || controllers.has(memberId)) throw new ServiceError("conflict", message);
}

/** The members among these IDs who can sign in now. */
export async function findActiveMembers(
  tx: Transaction,
  organisationId: string,
  ids: string[],
  clock: Clock,
): Promise<{ id: string; email: string }[]> {
  const members = await findMembersByIds(tx, organisationId, ids);
  return members
    .filter((member) => memberState(member, clock.now()) === "ACTIVE")
    .map(({ id, email }) => ({ id, email }));
}

const keptMs = 30 * 24 * 60 * 60_000;

/** Deletes sessions and tokens that ended a month ago. Their effects are recorded on the chain. */
export async function pruneMembers(clock: Clock): Promise<{ sessions: number; tokens: number }> {
  const before = new Date(clock.now() - keptMs);
  return { sessions: await deleteSessions(before), tokens: await deleteTokens(before) };
}

/**
 * Adds a member with a password, without an invitation, from the operator's command line. Throws `conflict` for a known
 * address, `validation_failed` for a password that is easily guessed.
 */
export async function addMember(ctx: Context, input: InviteMember, password: string): Promise<Member> {
  const { email, name, role } = input;
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const accessExpiresAt = requireAhead(input.accessExpiresAt ?? null, nowMs);
  const { organisation } = await namedContext(ctx);
  requireGoodPassword("password", password, { email, organisationName: organisation.name });
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.tx, async (tx) => {
    const id = newId("member", nowMs);
    const person = { id, organisationId: organisation.id, email, name, role, accessExpiresAt, createdAt: now };
    if (!(await insertMemberUnlessKnown(tx, person))) {
      throw new ServiceError("conflict", "This address cannot be invited.");
    }
    const joined = { passwordHash, passwordChangedAt: now, joinedAt: now };
    const member = await changeMember(tx, organisation.id, id, joined);
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_JOINED", memberId: id, role, method: "PASSWORD" });
    return toMember(member, nowMs);
  });
}

/** Sets a member's password from the operator's command line, ends all their sessions and notifies them. */
export async function setMemberPassword(ctx: Context, id: string, password: string): Promise<void> {
  const named = await namedContext(ctx);
  const passwordHash = await hashPassword(password);
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const member = await requireMember(tx, ctx.organisation.id, id);
    requireGoodPassword("password", password, { email: member.email, organisationName: named.organisation.name });
    return replacePassword(named, tx, member, { passwordHash, how: "BY_OPERATOR" });
  });
  forgetSessions(ended);
}
