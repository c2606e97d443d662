import { ServiceError } from "@/lib/platform/core/errors";

/**
 * Scopes of API keys. `admin` covers keys, members, alert policies, legal holds, erasure and settings, but not the other
 * scopes.
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

export const roles = ["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** Permissions of members that are finer than the scopes of API keys. */
const finePermissions = [
  /** Acknowledge, assign, annotate, dismiss and reopen detections. */
  "shadow_ai:triage",
  /** Resolve detections as ONBOARDED, STOPPED or FALSE_POSITIVE. */
  "shadow_ai:resolve",
  /** Change thresholds, departments and catalogue overrides. */
  "shadow_ai:configure",
  "exceptions:request",
  /** Approve or reject exceptions that another member requested. */
  "exceptions:approve",
  /** View the pseudonyms of users, and request to identify one. */
  "shadow_ai:users",
  "identifications:read",
  /** Approve or reject the identification of a user that a member with another role requested. */
  "identifications:approve",
  /** Change alert policies. */
  "alerts:configure",
  /** Permanently erase the content of an event on a legal request. */
  "audit:erase",
  /** Request, confirm or reject the resolution of a false integrity finding. */
  "findings:resolve",
  /** View legal holds. */
  "holds:read",
  /** Place and release legal holds. */
  "holds:manage",
  "members:read",
  "organisation:read",
  /** View integrations and their deliveries. */
  "integrations:read",
  /** Use one's own sessions, account and views. */
  "account",
  /** Share a view with the organisation. */
  "views:share",
] as const;

export type Permission = Scope | (typeof finePermissions)[number];

/** Every permission, for tables and tests. */
export const permissions: readonly Permission[] = [...scopes, ...finePermissions];

const reading = ["audit:read", "models:read", "shadow_ai:read", "organisation:read", "account"] as const;
const evidence = ["evidence:read", "evidence:write", "reports:read", "reports:write"] as const;
const triage = ["shadow_ai:triage", "shadow_ai:resolve", "exceptions:request", "sensors:write", "views:share"] as const;
const users = ["shadow_ai:users", "identifications:read"] as const;

/**
 * Permissions by role, which every operation enforces. ADMIN configures the service but decides on no detection; no
 * role may approve its own request; a MODEL_OWNER changes only models with their e-mail address.
 */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  VIEWER: [...reading],
  ANALYST: [...reading, ...triage, ...evidence, ...users],
  MODEL_OWNER: [...reading, ...evidence, "models:write", "exceptions:request"],
  APPROVER: [
    ...reading,
    ...triage,
    ...evidence,
    ...users,
    "identifications:approve",
    "models:write",
    "shadow_ai:configure",
    "exceptions:approve",
    "alerts:configure",
  ],
  AUDITOR: [
    ...reading,
    ...evidence,
    "identifications:read",
    "holds:read",
    "members:read",
    "webhooks:read",
    "integrations:read",
  ],
  ADMIN: [
    ...reading,
    "reports:read",
    "sensors:write",
    "shadow_ai:configure",
    "identifications:read",
    "identifications:approve",
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

/** Permissions that a scope implies for API keys. */
const scopePermissions: Partial<Record<Scope, readonly Permission[]>> = {
  "shadow_ai:write": ["shadow_ai:triage", "shadow_ai:resolve", "shadow_ai:configure", "exceptions:approve"],
  admin: [
    ...["members:read", "organisation:read", "integrations:read", "alerts:configure"],
    ...["audit:erase", "holds:read", "holds:manage"],
  ] as const,
};

const ofRoles = new Map<Role, ReadonlySet<Permission>>(roles.map((role) => [role, new Set(rolePermissions[role])]));

/** The part of a `Principal` that determines permissions. */
interface Caller {
  actor: { kind: "user"; role: Role; lacksSecondFactor?: boolean } | { kind: "api-key" | "integration" | "system" };
  scopes: ReadonlySet<Scope>;
}

/** Whether a caller has a permission: members by role, keys by scopes. The service itself has every permission. */
export function may({ actor, scopes: held }: Caller, permission: Permission): boolean {
  if (actor.kind === "user" && actor.lacksSecondFactor) return permission === "account";
  if (actor.kind === "user") return ofRoles.get(actor.role)?.has(permission) === true;
  if (actor.kind === "system") return true;
  if (held.has(permission as Scope)) return true;
  return Object.entries(scopePermissions).some(
    ([scope, granted]) => held.has(scope as Scope) && granted.includes(permission),
  );
}

/** The scope that grants a permission to API keys; undefined if only members can have it. */
export function scopeGranting(permission: Permission): Scope | undefined {
  const same = scopes.find((scope) => scope === permission);
  return same ?? scopes.find((scope) => scopePermissions[scope]?.includes(permission) === true);
}

/** Whether a caller can change only models with their own e-mail address. */
export function ownModelsOnly({ actor }: Pick<Caller, "actor">): boolean {
  return actor.kind === "user" && actor.role === "MODEL_OWNER";
}

/** Throws 403 `insufficient_scope` if the caller does not have the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!may(caller, permission)) throw refusal(caller, permission);
}

interface Owner {
  actor: { kind: "user"; role: Role; email: string } | Exclude<Caller["actor"], { kind: "user" }>;
}

/** Whether the caller can change the models of this owner: their own, or all. */
export function mayChangeModelsOf({ actor }: Owner, ownerEmail: string | null): boolean {
  if (actor.kind !== "user" || !ownModelsOnly({ actor })) return true;
  return ownerEmail?.toLowerCase() === actor.email.toLowerCase();
}

/** Throws 403 `insufficient_scope` if the caller can change only their own models and this is another owner's. */
export function requireOwnModel({ actor }: Owner, ownerEmail: string | null, message?: string): void {
  if (actor.kind !== "user" || mayChangeModelsOf({ actor }, ownerEmail)) return;
  const general = `Your role, ${actor.role}, allows this only for models owned by ${actor.email}.`;
  throw new ServiceError("insufficient_scope", message ?? general);
}

/** The error for a missing permission: names the role of a member, or the scope that a key requires. */
export function refusal({ actor }: Pick<Caller, "actor">, permission: Permission): ServiceError {
  if (actor.kind === "user" && actor.lacksSecondFactor) {
    const message = "Your organisation requires two-factor authentication. Enable it on your account page.";
    return new ServiceError("insufficient_scope", message, { members: { requiredPermission: permission } });
  }
  if (actor.kind === "user") {
    return new ServiceError(
      "insufficient_scope",
      `Your role, ${actor.role}, does not have the required permission ${permission}.`,
      { members: { requiredPermission: permission } },
    );
  }
  const scope = scopeGranting(permission);
  if (scope === undefined) return onlyForPeople();
  return new ServiceError("insufficient_scope", `The API key does not have the required scope ${scope}.`, {
    members: { requiredScope: scope },
  });
}

/** The error for signed-in members where only API keys are accepted. */
export function onlyForKeys(): ServiceError {
  return new ServiceError("insufficient_scope", "This endpoint requires an API key. Sessions are not accepted.");
}

/** The error for API keys where only signed-in members are accepted. */
export function onlyForPeople(): ServiceError {
  return new ServiceError(
    "insufficient_scope",
    "Only signed-in members can use this operation. API keys are not accepted.",
    {
      members: { requiredScope: "session" },
    },
  );
}
