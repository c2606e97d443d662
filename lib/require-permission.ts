import type { Principal } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { may, ownModelsOnly, type Permission, scopeGranting } from "@/lib/roles";

type Caller = Pick<Principal, "actor" | "scopes">;

/** Refuses (403 `insufficient_scope`) who may not do something: a member by their role, a key by its scopes. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!may(caller, permission)) throw refusal(caller, permission);
}

/** Refuses (403 `insufficient_scope`) who may only write of models that carry their address where another one stands. */
export function requireOwnModel({ actor }: Pick<Caller, "actor">, ownerEmail: string | null): void {
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
