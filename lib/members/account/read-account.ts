import type { Context } from "@/lib/context";
import { getMember } from "@/lib/members/get-member";
import type { Member } from "@/lib/members/schemas";
import { signedInMember } from "@/lib/members/signed-in-member";

/** Who is signed in, as a member. Throws `insufficient_scope` for a key. */
export async function readAccount(ctx: Context): Promise<Member> {
  return getMember(ctx, signedInMember(ctx).id);
}
