import { moveColumn } from "@/lib/domains/organisations";
import type { MemberSession, MemberToken } from "@/lib/generated/prisma/client";
import type { OrganisationMove } from "@/lib/platform/core/context";
import { isId } from "@/lib/platform/core/id-prefixes";
import { pool, prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredSession = MemberSession;

export type SignInMethod = "PASSWORD" | "OPENID";

interface NewSession {
  id: string;
  organisationId: string;
  memberId: string;
  /** The hash that the password was checked against. */
  passwordHash: string | null;
  method: SignInMethod;
  secondFactor: boolean;
  userAgent: string;
  network: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Inserts a session if the member can still sign in and the password has not changed; waits for a concurrent change of
 * the row. Returns when the session expires, or null.
 */
export async function insertSession(session: NewSession): Promise<Date | null> {
  const { rows } = await pool().query<{ expiresAt: Date }>({
    name: "member-session-start",
    text: `WITH member AS (
             UPDATE members SET last_sign_in_at = $9
             WHERE organisation_id = $2 AND id = $3 AND disabled_at IS NULL AND joined_at IS NOT NULL
               AND (access_expires_at IS NULL OR access_expires_at > $9)
               AND ($4 <> 'PASSWORD' OR password_hash = $11)
             RETURNING access_expires_at)
           INSERT INTO member_sessions (id, organisation_id, member_id, method, second_factor, user_agent, network,
                                        expires_at, created_at, last_seen_at)
           SELECT $1, $2, $3, $4, $5, $6, $7, LEAST($8::timestamptz, access_expires_at), $9, $10 FROM member
           RETURNING expires_at AS "expiresAt"`,
    values: [
      session.id,
      session.organisationId,
      session.memberId,
      session.method,
      session.secondFactor,
      session.userAgent,
      session.network,
      session.expiresAt.toISOString(),
      session.now.toISOString(),
      session.now.toISOString(),
      session.passwordHash,
    ],
  });
  return rows[0]?.expiresAt ?? null;
}

export interface OrganisationColumns {
  organisationId: string;
  organisationName: string;
  tier: string;
  livemode: boolean;
  rateLimitOverrides: unknown;
  /** {@link moveColumn}. */
  move: OrganisationMove | null;
}

export interface SessionRow extends OrganisationColumns {
  sessionId: string;
  memberId: string;
  email: string;
  name: string;
  role: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  disabledAt: Date | null;
  accessExpiresAt: Date | null;
  method: SignInMethod;
  secondFactor: boolean;
  /** Whether the organisation requires 2FA and the member has not enabled it. */
  lacksSecondFactor: boolean;
}

/** Reads without an organisation, because the session identifies it. */
export async function findSessionRow(sessionId: string): Promise<SessionRow | undefined> {
  if (!isId("session", sessionId)) return undefined;
  const { rows } = await pool().query<SessionRow>({
    name: "member-session",
    text: `SELECT s.id AS "sessionId", m.id AS "memberId", m.email, m.name, m.role, o.id AS "organisationId",
                  o.name AS "organisationName", o.tier, o.livemode, o.rate_limit_overrides AS "rateLimitOverrides",
                  s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
                  s.revoked_at AS "revokedAt", m.disabled_at AS "disabledAt",
                  m.access_expires_at AS "accessExpiresAt", s.method, s.second_factor AS "secondFactor",
                  (o.require_second_factor AND s.method = 'PASSWORD' AND m.totp_enabled_at IS NULL) IS TRUE
                    AS "lacksSecondFactor", ${moveColumn}
           FROM member_sessions s
           JOIN members m ON m.organisation_id = s.organisation_id AND m.id = s.member_id
           JOIN organisations o ON o.id = m.organisation_id
           WHERE s.id = $1`,
    values: [sessionId],
  });
  return rows[0];
}

/** Records the last use of a session. Of two concurrent writes, the later time wins. */
export async function noteSessionSeen(sessionId: string, at: Date): Promise<void> {
  await pool().query({
    name: "member-session-seen",
    text: "UPDATE member_sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2",
    values: [sessionId, at.toISOString()],
  });
}

/**
 * When a member last used a session that ended before the given one started, with a gap that separates two visits. Null if
 * no such session is stored.
 */
export async function findPreviousUse(
  { organisationId, memberId, id }: OwnSession,
  gapMs: number,
): Promise<Date | null> {
  const [row] = await prisma().$queryRaw<{ at: Date | null }[]>`
    SELECT max(previous.last_seen_at) AS at FROM member_sessions previous
    JOIN member_sessions started ON started.id = ${id} AND started.member_id = previous.member_id
    WHERE previous.organisation_id = ${organisationId} AND previous.member_id = ${memberId}
      AND previous.last_seen_at < started.created_at - ${gapMs} * interval '1 millisecond'`;
  return row?.at ?? null;
}

interface OwnSession {
  organisationId: string;
  memberId: string;
  id: string;
}

/** Ends a session of a member. Returns whether the session exists, ended or not. */
export async function endSession({ organisationId, memberId, id }: OwnSession, now: Date): Promise<boolean> {
  if (!isId("session", id)) return false;
  const where = { organisationId, memberId, id };
  await prisma().memberSession.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: now } });
  return (await prisma().memberSession.count({ where })) > 0;
}

/** Ends the open sessions of a member except `keepId`. Returns their IDs. */
export async function endSessions(
  tx: Transaction,
  { organisationId, memberId, keepId }: { organisationId: string; memberId: string; keepId?: string | undefined },
  now: Date,
): Promise<string[]> {
  const ended = await tx.memberSession.updateManyAndReturn({
    where: { organisationId, memberId, revokedAt: null, ...(keepId === undefined ? {} : { id: { not: keepId } }) },
    data: { revokedAt: now },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

export async function openSessionIds(tx: Transaction, organisationId: string, memberId: string): Promise<string[]> {
  const open = await tx.memberSession.findMany({
    where: { organisationId, memberId, revokedAt: null },
    select: { id: true },
  });
  return open.map(({ id }) => id);
}

interface OpenSessions {
  organisationId: string;
  memberId: string;
  now: Date;
}

export function openSessionsOf({ organisationId, memberId, now }: OpenSessions) {
  const where = { organisationId, memberId, revokedAt: null, expiresAt: { gt: now } };
  return {
    rows: (slice: Slice, reader: Reader) => reader.memberSession.findMany(newestFirst(slice, where)),
    count: (reader: Reader) => reader.memberSession.count({ where }),
  };
}

/** Deletes sessions of all organisations that expired or were revoked before a point in time. */
export async function deleteSessions(before: Date): Promise<number> {
  const { count } = await prisma().memberSession.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] },
  });
  return count;
}

export type TokenKind = "INVITATION" | "PASSWORD_RESET";

interface NewToken {
  id: string;
  organisationId: string;
  memberId: string;
  kind: TokenKind;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertToken(tx: Transaction, token: NewToken): Promise<void> {
  await tx.memberToken.create({ data: token });
}

/** A valid token. Its hash identifies the organisation. */
export async function findToken(tokenHash: string, kind: TokenKind, now: Date): Promise<MemberToken | null> {
  return prisma().memberToken.findFirst({ where: { tokenHash, kind, usedAt: null, expiresAt: { gt: now } } });
}

/** Marks a valid token as used. Of two concurrent callers, one succeeds. */
export async function takeToken(
  tx: Transaction,
  { organisationId, id }: Pick<MemberToken, "organisationId" | "id">,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.memberToken.updateMany({
    where: { organisationId, id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

interface TokensOf {
  organisationId: string;
  memberId: string;
  kind: TokenKind;
}

/** Invalidates a member's unused tokens of a kind. */
export async function voidTokens(tx: Transaction, of: TokensOf, now: Date): Promise<void> {
  await tx.memberToken.updateMany({ where: { ...of, usedAt: null }, data: { usedAt: now } });
}

export async function countTokensSince(tx: Transaction, of: TokensOf, since: Date): Promise<number> {
  return tx.memberToken.count({ where: { ...of, createdAt: { gt: since } } });
}

/** Deletes tokens of all organisations that expired or were used before a point in time. */
export async function deleteTokens(before: Date): Promise<number> {
  const { count } = await prisma().memberToken.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { usedAt: { lt: before } }] },
  });
  return count;
}
