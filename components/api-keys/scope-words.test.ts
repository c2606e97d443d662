import { expect, test } from "vitest";
import { grantableGroups, scopeGroups } from "@/components/api-keys/scope-words";
import { rolePermissions, scopes } from "@/lib/roles";

test("every scope is explained, and stands in one group", () => {
  const choices = scopeGroups.flatMap((group) => group.choices);
  expect(choices.map(({ value }) => value).sort()).toEqual([...scopes].sort());
  for (const { text } of choices) expect(text).toMatch(/^[A-Z].*\.$/);
});

test("an administrator is offered the scopes of the role only", () => {
  const offered = grantableGroups(rolePermissions.ADMIN).flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(offered).toContain("admin");
  expect(offered).not.toContain("shadow_ai:write");
  expect(offered.every((scope) => rolePermissions.ADMIN.includes(scope))).toBe(true);
});
