import { signedInMember } from "@/lib/domains/members/account";
import type { SignInMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import { type ListSessions, MemberSession, type SessionList } from "@/lib/domains/members/schemas";
import {
  endSession,
  endSessions,
  findPreviousUse,
  findSessionRow,
  insertSession,
  type OrganisationColumns,
  openSessionsOf,
  type SessionRow,
  type SignInMethod,
  type StoredSession,
} from "@/lib/domains/members/sessions-store";
import { requireMember } from "@/lib/domains/members/store";
import { readRateLimitOverrides } from "@/lib/domains/organisations";
import { type Clock, isoMilliseconds, withIsoDates } from "@/lib/platform/core/clock";
import type { Context, OrganisationContext } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import type { Role } from "@/lib/platform/core/roles";
import type { Tier } from "@/lib/platform/core/tiers";
import { inTransaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";

interface SignIn {
  method: SignInMethod;
  secondFactor: boolean;
  userAgent: string;
  /** Without the last octet (IPv4) or beyond the /64 (IPv6). */
  network: string;
}

const lifetimeMs = 12 * 60 * 60_000;
const userAgentLengthMax = 300;
const networkLengthMax = 64;

/**
 * Starts a session after authentication, for 12 hours or until the member's access ends. Throws `unauthorized` if they
 * were disabled or their password changed since it was checked.
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

/** The User-Agent header is untrusted: control characters are removed. */
function storable(text: string, lengthMax: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, lengthMax)
    .toWellFormed();
}

/** A session with its member and organisation. It is not necessarily valid: see `session-reader.ts`. */
export type FoundSession = Omit<SessionRow, "role" | keyof OrganisationColumns> & {
  role: Role;
  organisation: OrganisationContext & { name: string };
};

/** The session with the current state of its member and organisation. */
export async function findSession(sessionId: string): Promise<FoundSession | undefined> {
  const row = await findSessionRow(sessionId);
  if (!row) return undefined;
  const { organisationId, organisationName, tier, livemode, rateLimitOverrides, move, role, ...session } = row;
  return {
    ...session,
    // Check constraints guarantee both types.
    role: role as Role,
    organisation: {
      id: organisationId,
      name: organisationName,
      tier: tier as Tier,
      livemode,
      rateLimitOverrides: readRateLimitOverrides(rateLimitOverrides),
      ...(move && { move }),
    },
  };
}

export async function listSessions(ctx: Context, query: ListSessions): Promise<SessionList> {
  const { id: memberId, sessionId } = signedInMember(ctx);
  const found = openSessionsOf({ organisationId: ctx.organisation.id, memberId, now: new Date(ctx.clock.now()) });
  return listItems(ctx, { name: ["sessions", memberId], query, view: (row) => toSession(row, sessionId), ...found });
}

/** Sessions with shorter gaps, for example after a sign-out, are one visit. */
const visitGapMs = 30 * 60_000;

/** When the caller's previous visit ended; null on the first visit in about a month, and for callers without a session. */
export async function findPreviousVisit({ organisation, actor }: Pick<Context, "organisation" | "actor">) {
  if (actor.kind !== "user") return null;
  const own = { organisationId: organisation.id, memberId: actor.id, id: actor.sessionId };
  return findPreviousUse(own, visitGapMs);
}

function toSession(row: StoredSession, currentId: string): MemberSession {
  return MemberSession.parse({ ...withIsoDates(row), current: row.id === currentId });
}

/** Ends a session of the caller, within five seconds in other processes. Ending an ended session has no effect. */
export async function revokeSession(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  sessionId: string,
): Promise<void> {
  const { id: memberId } = signedInMember(ctx);
  const now = new Date(ctx.clock.now());
  const exists = await endSession({ organisationId: ctx.organisation.id, memberId, id: sessionId }, now);
  if (!exists) throw notFound("session");
  forgetSessions([sessionId]);
}

/** Ends all sessions of a member, within five seconds in other processes. */
export async function signOutMember(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const _member = await requireMember(tx, organisationId, id);
    const sessions = await endSessions(tx, { organisationId, memberId: id }, new Date(ctx.clock.now()));
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SIGNED_OUT", memberId: id, sessions: sessions.length });
    return sessions;
  });
  forgetSessions(ended);
}
