import { expect, test } from "vitest";
import { currentItem, navigation, navigationOf } from "@/components/ui/shell/navigation";
import { rolePermissions, roles } from "@/lib/platform/core/roles";

const pagesOf = (permissions: readonly string[]) =>
  navigationOf(permissions).flatMap(({ items }) => items.map(({ href }) => href));

test("the navigation lists exactly the permitted pages", () => {
  for (const role of roles) {
    const permissions = rolePermissions[role];
    expect(pagesOf(permissions)).toEqual(
      navigation.filter(({ permission }) => permissions.includes(permission)).map(({ href }) => href),
    );
  }
});

/** Pages for administrators and auditors. */
const adminPages = [
  "/integrations",
  "/webhooks",
  "/streams",
  "/settings/api-keys",
  "/settings/members",
  "/settings/legal-holds",
  "/settings/mail",
] as const;

test.each([
  ["VIEWER", ["/evidence", "/reports", ...adminPages]],
  ["ANALYST", adminPages],
  ["MODEL_OWNER", adminPages],
  ["APPROVER", adminPages],
  ["AUDITOR", ["/settings/api-keys", "/settings/mail"]],
  ["ADMIN", ["/evidence"]],
] as const)("%s can open every page except %j", (role, without) => {
  const pages = pagesOf(rolePermissions[role]);
  expect(navigation.map(({ href }) => href).filter((href) => !pages.includes(href))).toEqual([...without]);
});

test("a section without permitted pages is omitted", () => {
  expect(navigationOf(["models:read"])).toMatchObject([{ section: "Audit", items: [{ href: "/models" }] }]);
  expect(navigationOf([])).toEqual([]);
});

test.each([
  ["/", "/"],
  ["/audit", "/audit"],
  ["/audit/evt_01k", "/audit"],
  ["/audit/verification", "/audit/verification"],
  ["/shadow-ai/sad_01k", "/shadow-ai"],
  ["/shadow-ai/exceptions", "/shadow-ai/exceptions"],
  ["/webhooks/wh_1/deliveries/we_1", "/webhooks"],
  ["/streams/str_1", "/streams"],
  ["/alert-policies/pol_1/change", "/alert-policies"],
  ["/integrations/int_1", "/integrations"],
  ["/settings", "/settings"],
  ["/settings/members", "/settings/members"],
  ["/evidence/new", "/evidence"],
])("%s belongs to %s", (pathname, href) => {
  expect(currentItem(pathname)?.href).toBe(href);
});

test.each(["/account", "/auditing", "/settingsx"])("%s belongs to no navigation entry", (pathname) => {
  expect(currentItem(pathname)).toBeUndefined();
});

test("pages and shortcuts are unique", () => {
  const hrefs = navigation.map(({ href }) => href);
  const shortcuts = navigation.flatMap(({ shortcut }) => shortcut ?? []);
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});
