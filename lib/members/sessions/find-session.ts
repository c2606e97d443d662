import type { OrganisationContext } from "@/lib/context";
import { findSessionRow, recordSeen, type SessionRow } from "@/lib/members/sessions/sessions-store";
import { readRateLimitOverrides } from "@/lib/organisations";
import type { Role } from "@/lib/roles";
import type { Tier } from "@/lib/tiers";

/** A session with whom it is of, whether or not it still counts: that is decided by its times and the clock. */
export interface FoundSession
  extends Pick<
    SessionRow,
    | "sessionId"
    | "memberId"
    | "email"
    | "name"
    | "createdAt"
    | "lastSeenAt"
    | "expiresAt"
    | "revokedAt"
    | "disabledAt"
    | "accessExpiresAt"
    | "method"
    | "secondFactor"
  > {
  role: Role;
  organisation: OrganisationContext & { name: string };
}

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

/** Notes that a session was used at a point in time. */
export async function noteSessionSeen(sessionId: string, at: Date): Promise<void> {
  await recordSeen(sessionId, at);
}
