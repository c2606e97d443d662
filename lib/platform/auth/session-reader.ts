import type * as members from "@/lib/domains/members";
import { readSessionCookie, readSessionToken } from "@/lib/platform/auth/session-token";
import type { Clock } from "@/lib/platform/core/clock";
import type { Actor, Principal } from "@/lib/platform/core/context";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { rolePermissions, scopes } from "@/lib/platform/core/roles";
import { log } from "@/lib/platform/telemetry/log";

/** Results are cached for 4 s, so that changes take effect within five seconds. */
const limits = { ttlMs: 4_000, entriesMax: 10_000 };
const seenRecordedEveryMs = 60_000;
/** A session ends after this time without user activity. */
const idleMs = 2 * 60 * 60_000;

export type SessionSource = Pick<typeof members, "findSession" | "noteSessionSeen">;
type FoundSession = NonNullable<Awaited<ReturnType<SessionSource["findSession"]>>>;

/** A valid session and its caller. */
export interface KnownSession {
  found: FoundSession;
  principal: SessionPrincipal;
  /** The last use that was recorded, in epoch milliseconds. */
  seenAtMs: number;
}

export interface SessionUse {
  /** A background request, which is not user activity. */
  background?: boolean | undefined;
}

/** The session reader of one process. Tests create several to simulate several processes. */
export function createSessionReader(source: SessionSource) {
  const cache = new LookupCache<KnownSession>(async (sessionId, previous) => {
    const found = await source.findSession(sessionId);
    if (!found) return undefined;
    const seenAtMs = Math.max(found.lastSeenAt.getTime(), previous?.seenAtMs ?? 0);
    return { found, principal: toPrincipal(found), seenAtMs };
  }, limits);

  function noteSeen(session: KnownSession, nowMs: number): void {
    if (nowMs - session.seenAtMs < seenRecordedEveryMs) return;
    session.seenAtMs = nowMs;
    const { sessionId } = session.found;
    source.noteSessionSeen(sessionId, new Date(nowMs)).catch((error: unknown) => {
      log().warn({ err: error, sessionId }, "could not record the last use of a session");
    });
  }

  return {
    /** The valid session of a request's cookie. */
    async read(headers: Headers, clock: Clock, { background = false }: SessionUse = {}) {
      const token = readSessionCookie(headers);
      const claims = token === undefined ? undefined : await readSessionToken(token);
      if (!claims) return undefined;
      const session = await cache.get(claims.sessionId, clock);
      const nowMs = clock.now();
      if (!session || session.found.memberId !== claims.memberId || !counts(session, nowMs)) return undefined;
      if (!background) noteSeen(session, nowMs);
      return session;
    },
    drop(sessionId: string): void {
      cache.drop(sessionId);
    },
  };
}

function counts({ found, seenAtMs }: KnownSession, nowMs: number): boolean {
  if (found.revokedAt !== null || found.disabledAt !== null) return false;
  if (found.accessExpiresAt !== null && found.accessExpiresAt.getTime() <= nowMs) return false;
  return nowMs < found.expiresAt.getTime() && nowMs < seenAtMs + idleMs;
}

export interface SessionPrincipal extends Principal {
  actor: Extract<Actor, { kind: "user" }>;
}

/** Shared by all requests of a session, hence frozen. */
function toPrincipal({
  sessionId,
  memberId,
  email,
  name,
  role,
  organisation,
  lacksSecondFactor,
}: FoundSession): SessionPrincipal {
  const { id, tier, livemode, rateLimitOverrides, move } = organisation;
  const granted = lacksSecondFactor ? [] : scopes.filter((scope) => rolePermissions[role].includes(scope));
  return Object.freeze({
    organisation: Object.freeze({ id, tier, livemode, rateLimitOverrides, ...(move && { move }) }),
    actor: Object.freeze({
      ...({ kind: "user", id: memberId, email, name, role, sessionId } as const),
      ...(lacksSecondFactor && { lacksSecondFactor }),
    }),
    scopes: Object.freeze(new Set(granted)),
  });
}
