import { maskNetwork } from "@/lib/auth/mask-network";
import { recordSignIn } from "@/lib/auth/record-sign-in";
import type { KnownSession } from "@/lib/auth/session-reader";
import type { Clock } from "@/lib/clock";
import { revokeSession } from "@/lib/members";

/** Ends a session, for this process at once, and writes it to the chain. */
export async function signOut({ principal }: KnownSession, address: string, clock: Clock): Promise<void> {
  const { organisation, actor } = principal;
  await revokeSession({ ...principal, clock }, actor.sessionId);
  const event = { kind: "MEMBER_SIGNED_OUT", memberId: actor.id, sessions: 1, network: maskNetwork(address) } as const;
  await recordSignIn(organisation.id, actor, event, clock);
}
