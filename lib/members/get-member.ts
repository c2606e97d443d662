import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { Member } from "@/lib/members/schemas";
import { findMember } from "@/lib/members/store";
import { toMember } from "@/lib/members/to-member";

export async function getMember(ctx: Context, id: string): Promise<Member> {
  const member = await findMember(ctx.organisation.id, id);
  if (!member) throw notFound("member");
  return toMember(member, ctx.clock.now());
}
