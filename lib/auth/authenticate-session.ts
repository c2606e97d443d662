import type { SessionPrincipal } from "@/lib/auth/principal";
import { createSessionReader, type KnownSession, type SessionUse } from "@/lib/auth/session-reader";
import type { Clock } from "@/lib/clock";
import { findSession, noteSessionSeen } from "@/lib/members";
import { registerSessionCache } from "@/lib/session-cache";
import { singleton } from "@/lib/singleton";

/**
 * Who is signed in, by the session cookie; undefined for nobody. The cookie only names a session: what counts is its row,
 * so that a session that was revoked, and a member whose role or access was changed, are treated accordingly at once in the
 * process that made the change and within five seconds in every other. Throws when the database cannot be asked.
 */
export async function authenticateSession(
  headers: Headers,
  clock: Clock,
  use: SessionUse = {},
): Promise<SessionPrincipal | undefined> {
  return (await readSession(headers, clock, use))?.principal;
}

/** The session itself, with the same care. */
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
