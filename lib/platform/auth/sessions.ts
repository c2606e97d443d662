import { isIPv4 } from "node:net";
import { appendInTransaction } from "@/lib/domains/audit-chain";
import { findSession, noteSessionSeen, revokeSession, type SignInMember, startSession } from "@/lib/domains/members";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Session } from "@/lib/platform/auth/schemas";
import {
  createSessionReader,
  type KnownSession,
  type SessionPrincipal,
  type SessionUse,
} from "@/lib/platform/auth/session-reader";
import { SignInError } from "@/lib/platform/auth/sign-in-error";
import { env } from "@/lib/platform/config/env";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Actor } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { registerSessionCache } from "@/lib/platform/core/lookup-cache";
import { rolePermissions } from "@/lib/platform/core/roles";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction } from "@/lib/platform/database/db";
import { consumeAttempt, networkOf } from "@/lib/platform/rate-limits";
import { log } from "@/lib/platform/telemetry/log";

/**
 * The caller of the session cookie. The cookie only identifies the session; the session's row determines whether it is
 * valid. Revoked sessions and changed members take effect immediately in this process and within five seconds in
 * others. Throws if the database is unavailable.
 */
export async function authenticateSession(
  headers: Headers,
  clock: Clock,
  use: SessionUse = {},
): Promise<SessionPrincipal | undefined> {
  return (await readSession(headers, clock, use))?.principal;
}

/** Like `authenticateSession`, but also returns the session. */
export async function readSession(
  headers: Headers,
  clock: Clock,
  use: SessionUse = {},
): Promise<KnownSession | undefined> {
  return reader().read(headers, clock, use);
}

function reader() {
  return singleton("session-reader", () => {
    const created = createSessionReader({ findSession, noteSessionSeen });
    registerSessionCache(created);
    return created;
  });
}

export async function describeSession(headers: Headers): Promise<Session> {
  const known = await readSession(headers, systemClock);
  if (!known) throw new ServiceError("unauthorized", "Your session has ended. Sign in again.");
  return toSession(known);
}

export function toSession({ found }: KnownSession): Session {
  const { organisation, role } = found;
  return {
    member: { id: found.memberId, email: found.email, name: found.name, role },
    organisation: {
      id: organisation.id,
      name: organisation.name,
      tier: organisation.tier,
      livemode: organisation.livemode,
    },
    permissions: found.lacksSecondFactor ? ["account"] : [...rolePermissions[role]],
    sendsMail: env().SMTP_URL !== undefined,
    operatesService: env().OPERATOR_ORGANISATION === organisation.id,
    session: {
      id: found.sessionId,
      createdAt: found.createdAt.toISOString(),
      expiresAt: found.expiresAt.toISOString(),
      secondFactor: found.secondFactor,
      lacksSecondFactor: found.lacksSecondFactor,
      method: found.method,
    },
  };
}

export interface Visitor {
  /** The network address, according to the trusted proxies. */
  address: string;
  userAgent: string;
}

export interface SignedIn {
  memberId: string;
  sessionId: string;
}

/**
 * Starts a new session after authentication and records it on the chain. If that fails, the member is not signed in,
 * because the session ID leaves this process only in its cookie. Throws a `SignInError` if the member was disabled or
 * their password changed since it was checked.
 */
export async function openSession(
  member: SignInMember,
  { method, secondFactor }: { method: "PASSWORD" | "OPENID"; secondFactor: boolean },
  { address, userAgent }: Visitor,
  clock: Clock,
): Promise<SignedIn> {
  const { id: memberId, organisationId, email, name, role } = member;
  const network = maskNetwork(address);
  const { sessionId } = await startOrReject(member, { method, secondFactor, userAgent, network }, clock);
  const actor = { kind: "user", id: memberId, email, name, role, sessionId } as const;
  const event = { kind: "MEMBER_SIGNED_IN", memberId, method, secondFactor, sessionId, network } as const;
  await recordSignIn(organisationId, actor, event, clock);
  return { memberId, sessionId };
}

async function startOrReject(
  ...[member, manner, clock]: Parameters<typeof startSession>
): ReturnType<typeof startSession> {
  try {
    return await startSession(member, manner, clock);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "unauthorized") throw error;
    throw new SignInError(manner.method === "OPENID" ? "OpenIdRefused" : "CredentialsSignin");
  }
}

/** Ends a session, immediately in this process, and records it on the chain. */
export async function signOut({ principal }: KnownSession, address: string, clock: Clock): Promise<void> {
  const { organisation, actor } = principal;
  await revokeSession({ ...principal, clock }, actor.sessionId);
  const event = { kind: "MEMBER_SIGNED_OUT", memberId: actor.id, sessions: 1, network: maskNetwork(address) } as const;
  await recordSignIn(organisation.id, actor, event, clock);
}

type Method = "PASSWORD" | "OPENID";

/** Sign-in events on the chain: no secrets, and only the masked network. */
type SignInEvent = { memberId: string; network: string } & (
  | { kind: "MEMBER_SIGNED_IN"; method: Method; secondFactor: boolean; sessionId: string }
  | { kind: "MEMBER_SIGN_IN_FAILED"; method: Method; reason: FailureReason }
  | { kind: "MEMBER_LOCKED_OUT"; method: Method }
  | { kind: "MEMBER_SIGNED_OUT"; sessions: number }
);

export type FailureReason = "PASSWORD" | "SECOND_FACTOR" | "ACCOUNT_CLOSED";

/** Records a sign-in event on the chain of the member's organisation. */
async function recordSignIn(
  organisationId: string,
  actor: Actor,
  { kind, memberId, network, ...rest }: SignInEvent,
  clock: Clock,
): Promise<void> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`organisation ${organisationId} not found`);
  await inTransaction(undefined, async (tx) => {
    const payload = { kind, memberId, ...rest, network };
    await appendInTransaction({ organisation, actor, clock }, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
  });
}

/**
 * Records a failed sign-in, at most once a minute per member and kind, so that attempts cannot flood the chain. Never
 * throws.
 */
export async function recordRefusal(
  organisationId: string,
  event: Extract<SignInEvent, { kind: "MEMBER_SIGN_IN_FAILED" | "MEMBER_LOCKED_OUT" }>,
  clock: Clock,
): Promise<void> {
  const once = { bucket: `sign-in:recorded:${event.kind}:${event.memberId}`, limit: 1, windowSeconds: 60 };
  try {
    if (!(await consumeAttempt(once, clock))) return;
    await recordSignIn(organisationId, { kind: "system", id: "sign-in" }, event, clock);
  } catch (error) {
    log().error({ err: error, memberId: event.memberId }, "could not record a failed sign-in");
  }
}

/** An address without its last octet (IPv4) or reduced to its /64 (IPv6), for permanent storage. */
export function maskNetwork(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network.replace(/\d+$/, "x") : network;
}
