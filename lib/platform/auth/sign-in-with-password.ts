import { findMemberForSignIn, type SignInMember, takeSecondFactor, verifyPassword } from "@/lib/domains/members";
import { deviceOf, takeAttempt } from "@/lib/platform/auth/attempts";
import {
  type FailureReason,
  maskNetwork,
  openSession,
  recordRefusal,
  type SignedIn,
  type Visitor,
} from "@/lib/platform/auth/sessions";
import { SignInError } from "@/lib/platform/auth/sign-in-error";
import type { Clock } from "@/lib/platform/core/clock";

interface Credentials {
  email: string;
  password: string;
  code: string;
}

interface PasswordVisitor extends Visitor {
  /** Set by an earlier sign-in with this browser. */
  deviceCookie: string | undefined;
}

/**
 * Signs in with a password and, if 2FA is enabled, a code. Throws a `SignInError`: the same one, after the same work,
 * for an unknown address, a wrong password and an inactive account. Failures are counted by address and account, or by
 * device if the browser is known.
 */
export async function signInWithPassword(
  { email, password, code }: Credentials,
  visitor: PasswordVisitor,
  clock: Clock,
): Promise<SignedIn> {
  const member = await findMemberForSignIn(email, clock);
  const device = member && deviceOf(visitor.deviceCookie, member.id, clock.now());
  const attempt = await takeAttempt({ address: visitor.address, email, device }, clock);
  if (!attempt) {
    if (member) recordInBackground(member, visitor, "LOCKED_OUT", clock);
    throw new SignInError("TooManyAttempts");
  }
  const matches = await verifyPassword(member?.passwordHash ?? null, password);
  if (!member || !matches || member.state !== "ACTIVE") {
    if (member) recordInBackground(member, visitor, matches ? "ACCOUNT_CLOSED" : "PASSWORD", clock);
    throw new SignInError("CredentialsSignin");
  }
  if (member.hasSecondFactor) {
    if (code === "") {
      await attempt.succeeded();
      throw new SignInError("SecondFactorRequired");
    }
    if (!(await takeSecondFactor(member.id, member.organisationId, code, clock))) {
      recordInBackground(member, visitor, "SECOND_FACTOR", clock);
      throw new SignInError("SecondFactorInvalid");
    }
  }
  const manner = { method: "PASSWORD", secondFactor: member.hasSecondFactor } as const;
  const signedIn = await openSession(member, manner, visitor, clock);
  await attempt.succeeded();
  return signedIn;
}

/** Not awaited: the response time would reveal whether the member exists. */
function recordInBackground(
  { id: memberId, organisationId }: SignInMember,
  { address }: Visitor,
  failure: FailureReason | "LOCKED_OUT",
  clock: Clock,
): void {
  const common = { memberId, method: "PASSWORD", network: maskNetwork(address) } as const;
  const event =
    failure === "LOCKED_OUT"
      ? ({ kind: "MEMBER_LOCKED_OUT", ...common } as const)
      : ({ kind: "MEMBER_SIGN_IN_FAILED", ...common, reason: failure } as const);
  void recordRefusal(organisationId, event, clock);
}
