import { ServiceError } from "@/lib/platform/core/errors";

/**
 * What an API key may be allowed to do. `admin` covers keys, members, alert policies, legal holds, erasure
 * and settings, not the other scopes.
 */
export const scopes = [
  "audit:read",
  "audit:write",
  "models:read",
  "models:write",
  "shadow_ai:read",
  "shadow_ai:write",
  "sensors:write",
  "evidence:read",
  "evidence:write",
  "webhooks:read",
  "webhooks:write",
  "reports:read",
  "reports:write",
  "admin",
] as const;

export type Scope = (typeof scopes)[number];

/** What a member of an organisation is there for. */
export const roles = ["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** What people are told apart by where a scope of API keys covers more than one of them may do. */
const finePermissions = [
  /** Take up, assign, annotate, dismiss and reopen detections. */
  "shadow_ai:triage",
  /** Say what became of a detection: ONBOARDED, STOPPED or FALSE_POSITIVE. */
  "shadow_ai:resolve",
  /** Thresholds, departments, and what the catalogue is told about hosts. */
  "shadow_ai:configure",
  "exceptions:request",
  /** Decide on exceptions that somebody else asked for. */
  "exceptions:approve",
  /** Say what raises an alert, and who is told of it. */
  "alerts:configure",
  /** Have the content of an event erased, for good, on a legal request. */
  "audit:erase",
  /** Request, confirm or reject the resolution of an integrity finding that turned out to be false. */
  "findings:resolve",
  /** See what is held for proceedings. */
  "holds:read",
  /** Place and release legal holds. */
  "holds:manage",
  "members:read",
  "organisation:read",
  /** See which products outside tell of what, and whether they still do. */
  "integrations:read",
  /** Have a session, an account and views of one's own. */
  "account",
  /** Give a view to everybody in the organisation. */
  "views:share",
] as const;

export type Permission = Scope | (typeof finePermissions)[number];

/** Every permission there is, for tables and tests. */
export const permissions: readonly Permission[] = [...scopes, ...finePermissions];

const reading = ["audit:read", "models:read", "shadow_ai:read", "organisation:read", "account"] as const;
const evidence = ["evidence:read", "evidence:write", "reports:read", "reports:write"] as const;
const triage = ["shadow_ai:triage", "shadow_ai:resolve", "exceptions:request", "sensors:write", "views:share"] as const;

/**
 * Who may do what: the one table, which every operation enforces. ADMIN runs the service and decides nothing; who asks
 * for an exception never approves it, whatever their role; MODEL_OWNER writes of the models that carry their address.
 */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  VIEWER: [...reading],
  ANALYST: [...reading, ...triage, ...evidence],
  MODEL_OWNER: [...reading, ...evidence, "models:write", "exceptions:request"],
  APPROVER: [
    ...reading,
    ...triage,
    ...evidence,
    "models:write",
    "shadow_ai:configure",
    "exceptions:approve",
    "alerts:configure",
  ],
  AUDITOR: [...reading, ...evidence, "holds:read", "members:read", "webhooks:read", "integrations:read"],
  ADMIN: [
    ...reading,
    "reports:read",
    "sensors:write",
    "shadow_ai:configure",
    "alerts:configure",
    "audit:erase",
    "findings:resolve",
    "holds:read",
    "holds:manage",
    "webhooks:read",
    "webhooks:write",
    "integrations:read",
    "members:read",
    "admin",
  ],
};

/** What a scope lets an API key do beyond itself. */
const scopePermissions: Partial<Record<Scope, readonly Permission[]>> = {
  "shadow_ai:write": ["shadow_ai:triage", "shadow_ai:resolve", "shadow_ai:configure", "exceptions:approve"],
  admin: [
    ...["members:read", "organisation:read", "integrations:read", "alerts:configure"],
    ...["audit:erase", "holds:read", "holds:manage"],
  ] as const,
};

const ofRoles = new Map<Role, ReadonlySet<Permission>>(roles.map((role) => [role, new Set(rolePermissions[role])]));

/** As much of whoever calls as decides what they may do: a `Principal` is one. */
interface Caller {
  actor: { kind: "user"; role: Role } | { kind: "api-key" | "integration" | "system" };
  scopes: ReadonlySet<Scope>;
}

/** Whether somebody may do something: a member by their role, a key by its scopes. The service itself may do all it does. */
export function may({ actor, scopes: held }: Caller, permission: Permission): boolean {
  if (actor.kind === "user") return ofRoles.get(actor.role)?.has(permission) === true;
  if (actor.kind === "system") return true;
  if (held.has(permission as Scope)) return true;
  return Object.entries(scopePermissions).some(
    ([scope, granted]) => held.has(scope as Scope) && granted.includes(permission),
  );
}

/** The scope that lets an API key do something; undefined where none does, and only people can. */
export function scopeGranting(permission: Permission): Scope | undefined {
  const same = scopes.find((scope) => scope === permission);
  return same ?? scopes.find((scope) => scopePermissions[scope]?.includes(permission) === true);
}

/** Whether somebody may only write of models that carry their e-mail address. */
export function ownModelsOnly({ actor }: Pick<Caller, "actor">): boolean {
  return actor.kind === "user" && actor.role === "MODEL_OWNER";
}

/** Refuses (403 `insufficient_scope`) who may not do something: a member by their role, a key by its scopes. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!may(caller, permission)) throw refusal(caller, permission);
}

/** Refuses (403 `insufficient_scope`) who may only write of models that carry their address where another one stands. */
export function requireOwnModel(
  { actor }: { actor: { kind: "user"; role: Role; email: string } | Exclude<Caller["actor"], { kind: "user" }> },
  ownerEmail: string | null,
): void {
  if (actor.kind !== "user" || !ownModelsOnly({ actor })) return;
  if (ownerEmail?.toLowerCase() === actor.email.toLowerCase()) return;
  const message = `Your role, ${actor.role}, may only do this for models whose owner is ${actor.email}.`;
  throw new ServiceError("insufficient_scope", message);
}

/** The error for a caller who lacks a permission. People are told of their role, keys of the scope. */
export function refusal({ actor }: Pick<Caller, "actor">, permission: Permission): ServiceError {
  if (actor.kind === "user") {
    return new ServiceError(
      "insufficient_scope",
      `Your role, ${actor.role}, may not do this: it needs the permission ${permission}.`,
      { members: { requiredPermission: permission } },
    );
  }
  const scope = scopeGranting(permission);
  if (scope === undefined) return onlyForPeople();
  return new ServiceError("insufficient_scope", `This needs the scope ${scope}, which the API key does not have.`, {
    members: { requiredScope: scope },
  });
}

/** The error for a key where only somebody who is signed in can do something. */
export function onlyForPeople(): ServiceError {
  return new ServiceError(
    "insufficient_scope",
    "Only signed-in members can use this operation. API keys are not accepted.",
    {
      members: { requiredScope: "session" },
    },
  );
}
