import { findControllers } from "@/lib/domains/credentials";
import { requireAhead } from "@/lib/domains/members/invitations";
import { memberState, namedContext, standingOf, toMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { hashPassword, replacePassword, requireGoodPassword } from "@/lib/domains/members/passwords";
import type { InviteMember, ListMembers, Member, MemberList, UpdateMember } from "@/lib/domains/members/schemas";
import { deleteSessions, deleteTokens, endSessions, openSessionIds } from "@/lib/domains/members/sessions-store";
import {
  changeMember,
  countMembers,
  countOtherAdmins,
  findMember,
  findMembers,
  findMembersByIds,
  insertMemberUnlessKnown,
  lockAdministration,
  lockMember,
  type StoredMember,
} from "@/lib/domains/members/store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

export async function getMember(ctx: Context, id: string): Promise<Member> {
  const member = await findMember(ctx.organisation.id, id);
  if (!member) throw notFound("member");
  return toMember(member, ctx.clock.now());
}

export async function listMembers(ctx: Context, query: ListMembers): Promise<MemberList> {
  const { role, status } = query;
  const nowMs = ctx.clock.now();
  const filter = { organisationId: ctx.organisation.id, role, status, now: new Date(nowMs) };
  const { rows, pagination } = await listPage(ctx, {
    name: "members",
    query,
    rows: (slice, reader) => findMembers(reader, filter, slice),
    count: (reader) => countMembers(reader, filter),
  });
  return { data: rows.map((member) => toMember(member, nowMs)), pagination };
}

/**
 * Sets what `change` names of a member. Their role holds with their next request; who is disabled is signed out. Throws
 * `not_found`; `conflict` where somebody would change their own role or access, or where no administrator would be left.
 */
export async function updateMember(ctx: Context, id: string, change: UpdateMember): Promise<Member> {
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const { member, touched } = await inTransaction(ctx.tx, async (tx) => {
    await lockAdministration(tx, organisationId);
    const stored = await lockMember(tx, organisationId, id);
    if (!stored) throw notFound("member");
    const after = changed(stored, change, nowMs);
    const names = differences(stored, after);
    if (names.length === 0) return { member: toMember(stored, nowMs), touched: [] };
    if (names.some((name) => name !== "name")) {
      await refuseOwn(ctx, tx, id, "You cannot change your own role or access: ask another administrator.");
    }
    if (await leavesNoAdministrator(tx, stored, after, nowMs)) {
      throw new ServiceError("conflict", "This is the last active administrator: make another one first.");
    }

    const { name, role, disabledAt, accessExpiresAt } = after;
    const updatedAt = new Date(Math.max(nowMs, stored.updatedAt.getTime()));
    const columns = { name, role, disabledAt, accessExpiresAt, updatedAt };
    const saved = await changeMember(tx, organisationId, id, columns);
    const touched =
      disabledAt !== null && stored.disabledAt === null
        ? await endSessions(tx, { organisationId, memberId: id }, new Date(nowMs))
        : await openSessionIds(tx, organisationId, id);
    await record(ctx, tx, { stored, after, names });
    return { member: toMember(saved, nowMs), touched };
  });
  forgetSessions(touched);
  return member;
}

function changed(stored: StoredMember, change: UpdateMember, nowMs: number): StoredMember {
  const { name = stored.name, role = stored.role, disabled, accessExpiresAt } = change;
  return {
    ...stored,
    name,
    role,
    ...(disabled === undefined ? {} : { disabledAt: disabled ? (stored.disabledAt ?? new Date(nowMs)) : null }),
    ...(accessExpiresAt === undefined || accessExpiresAt === isoOf(stored.accessExpiresAt)
      ? {}
      : { accessExpiresAt: requireAhead(accessExpiresAt, nowMs) }),
  };
}

function differences(before: StoredMember, after: StoredMember): string[] {
  const [was, is] = [
    { ...standingOf(before), name: before.name },
    { ...standingOf(after), name: after.name },
  ];
  return (["name", "role", "disabled", "accessExpiresAt"] as const).filter((key) => was[key] !== is[key]);
}

function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

async function record(
  ctx: Context,
  tx: Transaction,
  { stored, after, names }: { stored: StoredMember; after: StoredMember; names: string[] },
): Promise<void> {
  const memberId = stored.id;
  const both = { before: standingOf(stored), after: standingOf(after) };
  if (names.includes("disabled")) {
    const kind = after.disabledAt === null ? "MEMBER_ENABLED" : "MEMBER_DISABLED";
    await recordMemberEvent(ctx, tx, { kind, memberId, ...both });
  } else {
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_CHANGED", memberId, changed: names, ...both });
  }
}

/**
 * Whether a change would leave the organisation without anybody to administer it, and so without anybody to change that.
 * An access that is given an end counts as ended. To be asked under the lock of the administration.
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

/** Refuses (409 `conflict`) an administrator who would change their own rights, also with an API key that they created. */
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

/** Of some members, by their ids, those who may sign in now: whom a mail about the organisation may reach. */
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

/** Deletes sessions and mailed tokens that ended a month ago. Their effects are recorded on the chain. */
export async function pruneMembers(clock: Clock): Promise<{ sessions: number; tokens: number }> {
  const before = new Date(clock.now() - keptMs);
  return { sessions: await deleteSessions(before), tokens: await deleteTokens(before) };
}

/**
 * Makes somebody a member at once, with a password: for programs of those who run the service, where there is nobody yet
 * to invite them. Throws `conflict` for an address that is known, `validation_failed` for a password that would be guessed.
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
    const member = await lockMember(tx, ctx.organisation.id, id);
    if (!member) throw notFound("member");
    requireGoodPassword("password", password, { email: member.email, organisationName: named.organisation.name });
    return replacePassword(named, tx, member, { passwordHash, how: "BY_OPERATOR" });
  });
  forgetSessions(ended);
}
