import type { Context } from "@/lib/context";
import { memberContext } from "@/lib/members/member-context";
import type { InspectInvitation, Invitation } from "@/lib/members/schemas";
import { readToken } from "@/lib/members/tokens/read-token";

/** What an invitation says, to whoever holds it. Throws `not_found` for one that is not good. */
export async function inspectInvitation(
  { clock }: Pick<Context, "clock">,
  input: InspectInvitation,
): Promise<Invitation> {
  const { token, member } = await readToken("INVITATION", input.token, clock.now());
  const { organisation } = await memberContext(member, clock);
  const { email, name, role } = member;
  return { email, name, role, organisationName: organisation.name, expiresAt: token.expiresAt.toISOString() };
}
