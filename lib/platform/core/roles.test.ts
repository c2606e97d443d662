import { expect, test } from "vitest";
import type { Principal } from "@/lib/platform/core/context";
import {
  type Permission,
  permissions,
  type Role,
  requireOwnModel,
  requirePermission,
  rolePermissions,
  roles,
  type Scope,
  scopes,
} from "@/lib/platform/core/roles";

type Caller = Pick<Principal, "actor" | "scopes">;

function person(role: Role): Caller {
  const actor = { kind: "user", id: "usr_1", email: "ada@example.com", name: "Ada", role, sessionId: "ses_1" } as const;
  return { actor, scopes: new Set() };
}

function key(...held: Scope[]): Caller {
  return { actor: { kind: "api-key", id: "key_1", name: "Key" }, scopes: new Set(held) };
}

test.each(roles)("the role %s has the permissions of the table, and an error names each missing one", (role) => {
  for (const permission of permissions) {
    const ask = () => requirePermission(person(role), permission);
    if (rolePermissions[role].includes(permission)) expect(ask).not.toThrow();
    else {
      expect(ask).toThrow(
        expect.objectContaining({
          code: "insufficient_scope",
          message: expect.stringContaining(`Your role, ${role},`),
          members: { requiredPermission: permission },
        }),
      );
    }
  }
});

test.each<[Permission, Scope]>([
  ["audit:read", "audit:read"],
  ["shadow_ai:triage", "shadow_ai:write"],
  ["shadow_ai:resolve", "shadow_ai:write"],
  ["exceptions:approve", "shadow_ai:write"],
  ["members:read", "admin"],
  ["alerts:configure", "admin"],
  ["audit:erase", "admin"],
  ["holds:manage", "admin"],
])("%s requires the scope %s for keys", (permission, scope) => {
  expect(() => requirePermission(key(scope), permission)).not.toThrow();
  expect(() => requirePermission(key(...scopes.filter((other) => other !== scope)), permission)).toThrow(
    expect.objectContaining({ code: "insufficient_scope", members: { requiredScope: scope } }),
  );
});

test.each<Permission>(["account", "views:share", "exceptions:request"])("keys cannot %s", (permission) => {
  expect(() => requirePermission(key(...scopes), permission)).toThrow("Only signed-in members can use this operation.");
});

test("the service itself has all permissions", () => {
  for (const permission of permissions) {
    expect(() => requirePermission({ actor: { kind: "system" }, scopes: new Set() }, permission)).not.toThrow();
  }
});

test.each<[string, Caller, string | null, boolean]>([
  ["a model owner's own model", person("MODEL_OWNER"), "Ada@Example.com", true],
  ["another owner's model, for a model owner", person("MODEL_OWNER"), "eve@example.com", false],
  ["a model without an owner, for a model owner", person("MODEL_OWNER"), null, false],
  ["another owner's model, for an approver", person("APPROVER"), "eve@example.com", true],
  ["another owner's model, for a key", key("models:write"), "eve@example.com", true],
])("checks the write permission for a model: %s", (_what, caller, ownerEmail, allowed) => {
  const ask = () => requireOwnModel(caller, ownerEmail);
  if (allowed) expect(ask).not.toThrow();
  else expect(ask).toThrow(expect.objectContaining({ code: "insufficient_scope" }));
});
