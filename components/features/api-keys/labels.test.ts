import { expect, test } from "vitest";
import { expiryOf, grantableGroups, lifetimes, scopeGroups } from "@/components/features/api-keys/labels";
import { rolePermissions, scopes } from "@/lib/platform/core/roles";

test("every scope has a description and belongs to one group", () => {
  const choices = scopeGroups.flatMap((group) => group.choices);
  expect(choices.map(({ value }) => value).sort()).toEqual([...scopes].sort());
  for (const { text } of choices) expect(text).toMatch(/^[A-Z].*\.$/);
});

test("an administrator can grant only the scopes of the role", () => {
  const offered = grantableGroups(rolePermissions.ADMIN).flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(offered).toContain("admin");
  expect(offered).not.toContain("shadow_ai:write");
  expect(offered.every((scope) => rolePermissions.ADMIN.includes(scope))).toBe(true);
});

test.for([
  [undefined, "Default"],
  [null, "Default (never)"],
  [1, "Default (in 1 day)"],
  [365, "Default (in 365 days)"],
] as const)("the default lifetime %s is shown as %s", ([days, label]) => {
  expect(lifetimes(days)[0]).toEqual({ value: "default", label });
});

const now = Date.parse("2026-01-15T10:00:00.000Z");

test("a key expires after some days, never, by default, or at the end of a local day", () => {
  expect(expiryOf({ lifetime: "30", date: "" }, now)).toBe("2026-02-14T10:00:00.000Z");
  expect(expiryOf({ lifetime: "never", date: "2026-02-01" }, now)).toBeNull();
  expect(expiryOf({ lifetime: "default", date: "" }, now)).toBeUndefined();
  expect(expiryOf({ lifetime: "date", date: "" }, now)).toBeUndefined();
  const end = expiryOf({ lifetime: "date", date: "2026-02-01" }, now) ?? "";
  expect(new Date(end).toString()).toContain("Feb 01 2026 23:59:59");
});
