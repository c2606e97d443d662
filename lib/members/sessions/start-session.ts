import { type Clock, isoMilliseconds } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { insertSession, type SignInMethod } from "@/lib/members/sessions/sessions-store";
import type { SignInMember } from "@/lib/members/sign-in-member";

interface SignIn {
  method: SignInMethod;
  /** Whether a second factor was asked for and given. */
  secondFactor: boolean;
  userAgent: string;
  /** Masked: the last octet, or all behind the /64. */
  network: string;
}

const lifetimeMs = 12 * 60 * 60_000;
const userAgentLengthMax = 300;
const networkLengthMax = 64;

/**
 * Begins a session of somebody who has shown who they are: for 12 hours, or until their access ends. Throws
 * `unauthorized` where they were disabled or chose another password since they were looked up.
 */
export async function startSession(
  member: Pick<SignInMember, "id" | "organisationId" | "passwordHash">,
  { method, secondFactor, userAgent, network }: SignIn,
  clock: Clock,
): Promise<{ sessionId: string; expiresAt: string }> {
  const nowMs = clock.now();
  const sessionId = newId("session", nowMs);
  const expiresAt = await insertSession({
    id: sessionId,
    organisationId: member.organisationId,
    memberId: member.id,
    passwordHash: member.passwordHash,
    method,
    secondFactor,
    userAgent: storable(userAgent, userAgentLengthMax),
    network: storable(network, networkLengthMax),
    now: new Date(nowMs),
    expiresAt: new Date(nowMs + lifetimeMs),
  });
  if (expiresAt === null) throw new ServiceError("unauthorized", "The account has changed. Sign in again.");
  return { sessionId, expiresAt: isoMilliseconds(expiresAt.getTime()) };
}

/** What a browser says of itself may be anything: one line of visible characters is kept. */
function storable(text: string, lengthMax: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, lengthMax)
    .toWellFormed();
}
