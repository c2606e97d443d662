import type * as members from "@/lib/domains/members";
import { readSessionCookie, readSessionToken } from "@/lib/platform/auth/session-token";
import type { Clock } from "@/lib/platform/core/clock";
import type { Actor, Principal } from "@/lib/platform/core/context";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { rolePermissions, scopes } from "@/lib/platform/core/roles";
import { log } from "@/lib/platform/telemetry/log";

/** A result is used for 4 s after its look-up began: a second remains of the five in which a change takes effect. */
const limits = { ttlMs: 4_000, entriesMax: 10_000 };
const seenRecordedEveryMs = 60_000;
/** After so long without a request that a person made, a session has ended. */
const idleMs = 2 * 60 * 60_000;

export type SessionSource = Pick<typeof members, "findSession" | "noteSessionSeen">;
type FoundSession = NonNullable<Awaited<ReturnType<SessionSource["findSession"]>>>;

/** A session that counts, and who is behind it. */
export interface KnownSession {
  found: FoundSession;
  principal: SessionPrincipal;
  /** The last use that was written or is being written. Epoch milliseconds. */
  seenAtMs: number;
}

export interface SessionUse {
  /** Whether a page asked by itself, which is no sign of somebody being there. */
  background?: boolean | undefined;
}

/** The cache and the rules of one process; a test that plays two processes makes two. */
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
      log().warn({ err: error, sessionId }, "the last use of a session could not be recorded");
    });
  }

  return {
    /** The session whose cookie a request carries; undefined where it has ended or is nobody's. */
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

/** The caller behind a session, made once and shared by its requests: nobody may change it. */
function toPrincipal({ sessionId, memberId, email, name, role, organisation }: FoundSession): SessionPrincipal {
  const { id, tier, livemode, rateLimitOverrides } = organisation;
  return Object.freeze({
    organisation: Object.freeze({ id, tier, livemode, rateLimitOverrides }),
    actor: Object.freeze({ kind: "user", id: memberId, email, name, role, sessionId }),
    scopes: Object.freeze(new Set(scopes.filter((scope) => rolePermissions[role].includes(scope)))),
  });
}
