import { permissionOf } from "@/lib/http/permission-of";
import type { RouteOptions } from "@/lib/http/types";
import { type Permission, type Role, rolePermissions, roles } from "@/lib/roles";
import type { Scope } from "@/lib/scopes";

interface Callers {
  /** The scope that an API key needs; undefined where no key will do, or none is needed. */
  forKeys: Scope | undefined;
  /** The permission that a person needs; undefined where nobody has it, or none is needed. */
  forPeople: Permission | undefined;
  /** The roles that have it. */
  roles: Role[];
}

/** Who may call an operation. */
export function callersOf(options: RouteOptions): Callers {
  const { scope } = options;
  if (scope === "public") return { forKeys: undefined, forPeople: undefined, roles: [] };
  const permission = permissionOf(options);
  const allowed = roles.filter((role) => rolePermissions[role].includes(permission));
  return {
    forKeys: scope === "session" ? undefined : scope,
    forPeople: allowed.length === 0 ? undefined : permission,
    roles: allowed,
  };
}

/** The same as a sentence or two. */
export function callersSentence(options: RouteOptions): string {
  if (options.scope === "public") return "Needs no API key.";
  const { forKeys, forPeople, roles: allowed } = callersOf(options);
  const who = allowed.length === roles.length ? "anybody who is signed in" : `the roles ${allowed.join(", ")}`;
  const people = forPeople === undefined ? "" : ` Of people, ${who} (\`${forPeople}\`).`;
  return forKeys === undefined
    ? `Only signed-in members can use this operation. API keys are not accepted.${people}`
    : `Needs the scope \`${forKeys}\`.${people}`;
}
