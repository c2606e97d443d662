import { expect, test } from "vitest";
import { roleOfGroups } from "@/lib/platform/auth/sign-in-with-openid";

const map = [
  { group: "governance-admins", role: "ADMIN" },
  { group: "risk", role: "ANALYST" },
  { group: "cn=audit,ou=groups", role: "AUDITOR" },
] as const;

test.each([
  [["risk"], "ANALYST"],
  [["everybody", "risk", "governance-admins"], "ADMIN"],
  [["cn=audit,ou=groups"], "AUDITOR"],
  ["risk", "ANALYST"],
  [["Risk"], undefined],
  [["risk2"], undefined],
  [[], undefined],
  [undefined, undefined],
  [null, undefined],
  [{ risk: true }, undefined],
  [[["risk"]], undefined],
  ["risk,governance-admins", undefined],
])("maps the groups %j to %s", (claim, role) => {
  expect(roleOfGroups(claim, map)).toBe(role);
});
