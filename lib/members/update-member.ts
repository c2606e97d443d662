import type { Context } from "@/lib/context";
import { inTransaction, type Transaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { requireAhead } from "@/lib/members/invitations/invite-member";
import { leavesNoAdministrator } from "@/lib/members/last-administrator";
import { recordMemberEvent } from "@/lib/members/record-member-event";
import { refuseOwn } from "@/lib/members/refuse-own";
import type { Member, UpdateMember } from "@/lib/members/schemas";
import { endSessions, openSessionIds } from "@/lib/members/sessions/sessions-store";
import { standingOf } from "@/lib/members/standing";
import { changeMember, lockAdministration, lockMember, type StoredMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";
import { forgetSession } from "@/lib/session-cache";

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
  for (const sessionId of touched) forgetSession(sessionId);
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

/** What differs, by the names that the API has for it. */
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
