import type { Clock } from "@/lib/clock";
import type { Actor, Context } from "@/lib/context";
import type { StoredMember } from "@/lib/members/store";
import { findOrganisation } from "@/lib/organisations";

/** What a change of a member is made in, with the organisation's name for what is written to people. */
export interface MemberContext extends Pick<Context, "clock" | "organisation"> {
  actor: Actor;
  organisation: Context["organisation"] & { name: string };
}

/** For what people do who are not signed in: the member themself acts, or who is given. */
export async function memberContext(
  member: Pick<StoredMember, "id" | "organisationId" | "email" | "name" | "role">,
  clock: Clock,
  actor: Actor = actorOf(member),
): Promise<MemberContext> {
  return { organisation: await organisationOf(member.organisationId), actor, clock };
}

/** The context of a request, with the organisation's name. */
export async function namedContext(ctx: Pick<Context, "organisation" | "actor" | "clock">): Promise<MemberContext> {
  return { organisation: await organisationOf(ctx.organisation.id), actor: ctx.actor, clock: ctx.clock };
}

function actorOf({ id, email, name, role }: Pick<StoredMember, "id" | "email" | "name" | "role">): Actor {
  return { kind: "user", id, email, name, role, sessionId: "" };
}

async function organisationOf(id: string): Promise<MemberContext["organisation"]> {
  const organisation = await findOrganisation(id);
  if (!organisation) throw new Error(`the organisation ${id} is gone`);
  return organisation;
}
