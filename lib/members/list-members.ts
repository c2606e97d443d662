import type { Context } from "@/lib/context";
import type { ListMembers, MemberList } from "@/lib/members/schemas";
import { countMembers, findMembers } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";
import { paginate, readPlace } from "@/lib/resource/list-page";

/** The organisation's members in every state, newest first. Throws `invalid_cursor` for a cursor of another list. */
export async function listMembers(ctx: Context, query: ListMembers): Promise<MemberList> {
  const { limit, cursor, role, status } = query;
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const binding = ["members", organisationId, role ?? null, status ?? null];
  const place = readPlace(cursor, binding);
  const filter = { role, status };
  const found = await findMembers(organisationId, filter, { now, beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countMembers(organisationId, filter, now));
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map((member) => toMember(member, nowMs)), pagination };
}
