import type { FoundSession } from "@/lib/auth/session-reader";
import type { Actor, Principal } from "@/lib/context";
import { rolePermissions } from "@/lib/roles";
import { scopes } from "@/lib/scopes";

/** The caller behind a session. */
export interface SessionPrincipal extends Principal {
  actor: Extract<Actor, { kind: "user" }>;
}

/** The caller behind a session, made once and shared by its requests: nobody may change it. */
export function toPrincipal({ sessionId, memberId, email, name, role, organisation }: FoundSession): SessionPrincipal {
  const { id, tier, livemode, rateLimitOverrides } = organisation;
  return Object.freeze({
    organisation: Object.freeze({ id, tier, livemode, rateLimitOverrides }),
    actor: Object.freeze({ kind: "user", id: memberId, email, name, role, sessionId }),
    scopes: Object.freeze(new Set(scopes.filter((scope) => rolePermissions[role].includes(scope)))),
  });
}
