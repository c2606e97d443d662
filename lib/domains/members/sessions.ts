import { signedInMember } from "@/lib/domains/members/account";
import type { SignInMember } from "@/lib/domains/members/member";
import { recordMemberEvent } from "@/lib/domains/members/member-events";
import type { ListSessions, MemberSession, SessionList } from "@/lib/domains/members/schemas";
import {
  countSessions,
  endSession,
  endSessions,
  findSessionRow,
  findSessions,
  insertSession,
  type OrganisationColumns,
  type SessionRow,
  type SignInMethod,
  type StoredSession,
} from "@/lib/domains/members/sessions-store";
import { lockMember } from "@/lib/domains/members/store";
import { readRateLimitOverrides } from "@/lib/domains/organisations";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context, OrganisationContext } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import type { Role } from "@/lib/platform/core/roles";
import type { Tier } from "@/lib/platform/core/tiers";
import { inTransaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

interface SignIn {
  method: SignInMethod;
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

/** A session with whom it is of, whether or not it still counts: that is decided by its times and the clock. */
export type FoundSession = Omit<SessionRow, "role" | keyof OrganisationColumns> & {
  role: Role;
  organisation: OrganisationContext & { name: string };
};

/** The session of an id with its member and organisation as they are now; undefined where there is none. */
export async function findSession(sessionId: string): Promise<FoundSession | undefined> {
  const row = await findSessionRow(sessionId);
  if (!row) return undefined;
  const { organisationId, organisationName, tier, livemode, rateLimitOverrides, role, ...session } = row;
  return {
    ...session,
    // Check constraints hold both columns to what these types say.
    role: role as Role,
    organisation: {
      id: organisationId,
      name: organisationName,
      tier: tier as Tier,
      livemode,
      rateLimitOverrides: readRateLimitOverrides(rateLimitOverrides),
    },
  };
}

export async function listSessions(ctx: Context, query: ListSessions): Promise<SessionList> {
  const { id: memberId, sessionId } = signedInMember(ctx);
  const organisationId = ctx.organisation.id;
  const now = new Date(ctx.clock.now());
  const { rows, pagination } = await listPage(ctx, {
    name: ["sessions", memberId],
    query,
    rows: (slice, reader) => findSessions(reader, { organisationId, memberId, now }, slice),
    count: (reader) => countSessions(reader, { organisationId, memberId, now }),
  });
  return { data: rows.map((row) => toSession(row, sessionId)), pagination };
}

function toSession(row: StoredSession, currentId: string): MemberSession {
  const { id, secondFactor, userAgent, network } = row;
  return {
    id,
    current: id === currentId,
    // A check constraint holds the column to what the type says.
    method: row.method as MemberSession["method"],
    secondFactor,
    userAgent,
    network,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

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
  forgetSessions([sessionId]);
}

/** Ends all sessions of a member: at once in this process, within five seconds in every other. */
export async function signOutMember(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  const ended = await inTransaction(ctx.tx, async (tx) => {
    const member = await lockMember(tx, organisationId, id);
    if (!member) throw notFound("member");
    const sessions = await endSessions(tx, { organisationId, memberId: id }, new Date(ctx.clock.now()));
    await recordMemberEvent(ctx, tx, { kind: "MEMBER_SIGNED_OUT", memberId: id, sessions: sessions.length });
    return sessions;
  });
  forgetSessions(ended);
}
