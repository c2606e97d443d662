import { expect, test } from "vitest";
import { currentItem, navigation, navigationOf } from "@/components/ui/shell/navigation";
import { type Role, rolePermissions, roles } from "@/lib/platform/core/roles";

const pagesOf = (role: Role, operatesService = false) =>
  navigationOf({ permissions: [...rolePermissions[role]], operatesService }).flatMap(({ items }) =>
    items.map(({ href }) => href),
  );

/** Pages for administrators and auditors. */
const adminPages = [
  "/integrations",
  "/webhooks",
  "/streams",
  "/settings/api-keys",
  "/settings/members",
  "/settings/legal-holds",
  "/settings/mail",
  "/settings/status",
] as const;

test.each([
  ["VIEWER", ["/evidence", "/evidence/documents", "/reports", ...adminPages]],
  ["ANALYST", adminPages],
  ["MODEL_OWNER", adminPages],
  ["APPROVER", adminPages],
  ["AUDITOR", ["/settings/api-keys", "/settings/mail", "/settings/status"]],
  ["ADMIN", ["/evidence", "/evidence/documents", "/settings/status"]],
] as const)("%s can open every page except %j", (role, without) => {
  const pages = pagesOf(role);
  expect(navigation.map(({ href }) => href).filter((href) => !pages.includes(href))).toEqual([...without]);
});

test("only administrators of the operator's organisation can open the service status", () => {
  expect(roles.filter((role) => pagesOf(role, true).includes("/settings/status"))).toEqual(["ADMIN"]);
});

test("a section without permitted pages is omitted", () => {
  expect(navigationOf({ permissions: ["reports:read"], operatesService: false })).toMatchObject([
    { section: "Audit", items: [{ href: "/reports" }] },
  ]);
  expect(navigationOf({ permissions: [], operatesService: true })).toEqual([]);
});

test.each([
  ["/", "/"],
  ["/audit", "/audit"],
  ["/audit/evt_01k", "/audit"],
  ["/audit/verification", "/audit/verification"],
  ["/alert-policies/pol_1/change", "/alert-policies"],
  ["/settings/members", "/settings/members"],
  ["/account", undefined],
  ["/auditing", undefined],
])("%s belongs to %s", (pathname, href) => {
  expect(currentItem(pathname)?.href).toBe(href);
});

test("pages and shortcuts are unique", () => {
  const hrefs = navigation.map(({ href }) => href);
  const shortcuts = navigation.flatMap(({ shortcut }) => shortcut ?? []);
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});
