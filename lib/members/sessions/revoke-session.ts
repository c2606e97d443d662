import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { endSession } from "@/lib/members/sessions/sessions-store";
import { signedInMember } from "@/lib/members/signed-in-member";
import { forgetSession } from "@/lib/session-cache";

/**
 * Ends a session of whoever is signed in, their own among them: at once in this process, within five seconds in every
 * other. To end one that has ended changes nothing.
 */
export async function revokeSession(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  sessionId: string,
): Promise<void> {
  const { id: memberId } = signedInMember(ctx);
  const now = new Date(ctx.clock.now());
  const exists = await endSession({ organisationId: ctx.organisation.id, memberId, id: sessionId }, now);
  if (!exists) throw notFound("session");
  forgetSession(sessionId);
}
