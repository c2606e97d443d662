import type { Principal } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { may } from "@/lib/roles";
import { type Scope, scopes } from "@/lib/scopes";

/**
 * Refuses (403 `insufficient_scope`) to issue a key with scopes that its issuer lacks: an API key by its own scopes, a member
 * by what their role may. Otherwise `admin` would be every scope. The operator's command line can issue any.
 */
export function requireOwnScopes(caller: Pick<Principal, "actor" | "scopes">, wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !isScope(scope) || !may(caller, scope));
  const [first] = missing;
  if (first === undefined || caller.actor.kind === "system") return;
  const who = caller.actor.kind === "user" ? `your role, ${caller.actor.role},` : "this API key";
  const message = `An API key cannot have scopes that its creator lacks: ${who} does not have ${missing.join(", ")}. Use a key that has them, or npm run keys:create on the server's command line.`;
  const members = caller.actor.kind === "user" ? { requiredPermission: first } : { requiredScope: first };
  throw new ServiceError("insufficient_scope", message, { members });
}

function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}
