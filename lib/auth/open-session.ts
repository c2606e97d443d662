import { maskNetwork } from "@/lib/auth/mask-network";
import { recordSignIn } from "@/lib/auth/record-sign-in";
import { SignInError } from "@/lib/auth/sign-in-error";
import type { Clock } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { type SignInMember, startSession } from "@/lib/members";

/** From where and with what somebody signs in. */
export interface Visitor {
  /** The network address, as far as trusted proxies tell. */
  address: string;
  userAgent: string;
}

/** Who was signed in. */
export interface SignedIn {
  memberId: string;
  sessionId: string;
}

/**
 * Begins a session, always a new one, of somebody who has shown who they are, and writes it to the chain. Where that fails
 * nobody is signed in: the session's id leaves this process with its cookie alone. Throws a `SignInError` for a member who
 * was disabled, or given another password, since they were looked up.
 */
export async function openSession(
  member: SignInMember,
  { method, secondFactor }: { method: "PASSWORD" | "OPENID"; secondFactor: boolean },
  { address, userAgent }: Visitor,
  clock: Clock,
): Promise<SignedIn> {
  const { id: memberId, organisationId, email, name, role } = member;
  const network = maskNetwork(address);
  const { sessionId } = await begin(member, { method, secondFactor, userAgent, network }, clock);
  const actor = { kind: "user", id: memberId, email, name, role, sessionId } as const;
  const event = { kind: "MEMBER_SIGNED_IN", memberId, method, secondFactor, sessionId, network } as const;
  await recordSignIn(organisationId, actor, event, clock);
  return { memberId, sessionId };
}

async function begin(...[member, manner, clock]: Parameters<typeof startSession>): ReturnType<typeof startSession> {
  try {
    return await startSession(member, manner, clock);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "unauthorized") throw error;
    throw new SignInError(manner.method === "OPENID" ? "OpenIdRefused" : "CredentialsSignin");
  }
}
