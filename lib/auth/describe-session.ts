import { readSession } from "@/lib/auth/authenticate-session";
import type { Session } from "@/lib/auth/schemas";
import type { KnownSession } from "@/lib/auth/session-reader";
import { systemClock } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { rolePermissions } from "@/lib/roles";

/** The session of a request, as `GET /v1/session` answers it. */
export async function describeSession(headers: Headers): Promise<Session> {
  const known = await readSession(headers, systemClock);
  if (!known) throw new ServiceError("unauthorized", "The session has ended: sign in again.");
  return toSession(known);
}

/** A session in the words of the API. */
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
    permissions: [...rolePermissions[role]],
    session: {
      id: found.sessionId,
      createdAt: found.createdAt.toISOString(),
      expiresAt: found.expiresAt.toISOString(),
      secondFactor: found.secondFactor,
      method: found.method,
    },
  };
}
