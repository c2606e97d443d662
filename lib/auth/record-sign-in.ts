import { appendInTransaction } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import type { Actor } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { findOrganisation } from "@/lib/organisations";
import { consumeAttempt } from "@/lib/rate-limits";

type Method = "PASSWORD" | "OPENID";

/** What the chain says of signing in: no secret, and of the network not whose address it was. */
export type SignInEvent = { memberId: string; network: string } & (
  | { kind: "MEMBER_SIGNED_IN"; method: Method; secondFactor: boolean; sessionId: string }
  | { kind: "MEMBER_SIGN_IN_FAILED"; method: Method; reason: FailureReason }
  | { kind: "MEMBER_LOCKED_OUT"; method: Method }
  | { kind: "MEMBER_SIGNED_OUT"; sessions: number }
);

export type FailureReason = "PASSWORD" | "SECOND_FACTOR" | "ACCOUNT_CLOSED";

/** Appends what happened to the chain of the member's organisation. Throws where it cannot. */
export async function recordSignIn(
  organisationId: string,
  actor: Actor,
  { kind, memberId, network, ...rest }: SignInEvent,
  clock: Clock,
): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`the organisation ${organisationId} is gone`);
  await inTransaction(undefined, async (tx) => {
    const payload = { kind, memberId, ...rest, network };
    await appendInTransaction({ organisation, actor, clock }, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
  });
}

/**
 * Appends that somebody was not let in, at most once a minute and member: a flood of attempts writes no flood of events.
 * Never throws: a chain that cannot be written to lets nobody in who would have been refused.
 */
export async function recordRefusal(
  organisationId: string,
  event: Extract<SignInEvent, { kind: "MEMBER_SIGN_IN_FAILED" | "MEMBER_LOCKED_OUT" }>,
  clock: Clock,
): Promise<void> {
  const once = { bucket: `sign-in:told:${event.kind}:${event.memberId}`, limit: 1, windowSeconds: 60 };
  try {
    if (!(await consumeAttempt(once, clock))) return;
    await recordSignIn(organisationId, { kind: "system", id: "sign-in" }, event, clock);
  } catch (error) {
    log().error({ err: error, memberId: event.memberId }, "a sign-in that was refused could not be recorded");
  }
}
