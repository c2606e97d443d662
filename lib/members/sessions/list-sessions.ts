import type { Context } from "@/lib/context";
import type { ListSessions, MemberSession, SessionList } from "@/lib/members/schemas";
import { countSessions, findSessions, type StoredSession } from "@/lib/members/sessions/sessions-store";
import { signedInMember } from "@/lib/members/signed-in-member";
import { paginate, readPlace } from "@/lib/resource/list-page";

/** One's own open sessions, newest first. Throws `invalid_cursor` for a cursor of another list. */
export async function listSessions(ctx: Context, { limit, cursor }: ListSessions): Promise<SessionList> {
  const { id: memberId, sessionId } = signedInMember(ctx);
  const organisationId = ctx.organisation.id;
  const now = new Date(ctx.clock.now());
  const binding = ["sessions", organisationId, memberId];
  const place = readPlace(cursor, binding);
  const found = await findSessions(organisationId, memberId, { now, beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countSessions(organisationId, memberId, now));
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map((row) => toSession(row, sessionId)), pagination };
}

function toSession(row: StoredSession, currentId: string): MemberSession {
  const { id, secondFactor, userAgent, network } = row;
  return {
    id,
    current: id === currentId,
    // A check constraint holds the column to what the type says.
    method: row.method as MemberSession["method"],
    secondFactor,
    userAgent,
    network,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
