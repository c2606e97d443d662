import { expect, test } from "vitest";
import { expiryOf, grantableGroups, scopeGroups } from "@/components/features/api-keys/labels";
import { rolePermissions, scopes } from "@/lib/platform/core/roles";

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

const now = Date.parse("2026-01-15T10:00:00.000Z");

test("a key lives for some days, never ends, or to the end of a day where the reader is", () => {
  expect(expiryOf({ lifetime: "30", date: "" }, now)).toBe("2026-02-14T10:00:00.000Z");
  expect(expiryOf({ lifetime: "never", date: "2026-02-01" }, now)).toBeUndefined();
  expect(expiryOf({ lifetime: "date", date: "" }, now)).toBeUndefined();
  const end = expiryOf({ lifetime: "date", date: "2026-02-01" }, now) ?? "";
  expect(new Date(end).toString()).toContain("Feb 01 2026 23:59:59");
});
