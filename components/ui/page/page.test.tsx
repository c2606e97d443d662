import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { Forbidden } from "@/components/ui/page/forbidden";
import { Page } from "@/components/ui/page/page";
import { May, type Session, SessionProvider } from "@/components/ui/page/session";
import { initials } from "@/components/ui/shell/bar-buttons";
import { askFor, rolesWith } from "@/components/ui/texts";
import { rolePermissions } from "@/lib/platform/core/roles";

const session: Session = {
  member: { id: "usr_1", email: "ada@example.com", name: "Ada Lovelace", role: "ANALYST" },
  organisation: { id: "org_1", name: "Example Bank", tier: "ENTERPRISE", livemode: true },
  permissions: [...rolePermissions.ANALYST],
  sendsMail: true,
  operatesService: false,
  session: {
    id: "ses_1",
    createdAt: "2026-01-15T10:00:00.000Z",
    expiresAt: "2026-01-15T22:00:00.000Z",
    secondFactor: true,
    lacksSecondFactor: false,
    method: "PASSWORD",
  },
};

test("a page has a heading, a document title and breadcrumbs", () => {
  const html = renderToString(
    <Page title="Members" breadcrumbs={[{ label: "Organisation", href: "/settings" }]}>
      <p>Ada</p>
    </Page>,
  );
  expect(html).toContain("<title>Members · Governance Audit Service</title>");
  expect(html).toMatch(/<h1[^>]*>Members<\/h1>/);
  expect(html).toMatch(/<nav aria-label="Breadcrumb">.*href="\/settings".*Organisation/);
});

test("May shows its children only with the permission", () => {
  const html = renderToString(
    <SessionProvider session={session}>
      <May permission="shadow_ai:triage">Investigate</May>
      <May permission="exceptions:approve" otherwise="An approver decides">
        Approve
      </May>
    </SessionProvider>,
  );
  expect(html).toContain("Investigate");
  expect(html).toContain("An approver decides");
  expect(html).not.toContain("Approve<");
});

test.each([
  [false, true],
  [true, false],
])("if sendsMail is %s, the notice that e-mails are not sent is shown: %s", (sendsMail, isShown) => {
  const html = mailNotice({ sendsMail });
  expect(html.includes("E-mails are not sent, because no mail server is configured.")).toBe(isShown);
});

test("the notice that e-mails are not sent links to the stored e-mails for administrators only", () => {
  const link = 'href="/settings/mail"';
  expect(mailNotice({ sendsMail: false })).not.toContain(link);
  expect(mailNotice({ sendsMail: false, permissions: [...rolePermissions.ADMIN] })).toContain(link);
});

function mailNotice(given: Partial<Session>): string {
  return renderToString(
    <MantineProvider>
      <SessionProvider session={{ ...session, ...given }}>
        <MailNotice />
      </SessionProvider>
    </MantineProvider>,
  );
}

test("May throws outside the dashboard layout", () => {
  expect(() => renderToString(<May permission="audit:read">Events</May>)).toThrow(/dashboard layout/);
});

test.each([
  ["Ada Lovelace", "AL"],
  ["Ada Augusta King Lovelace", "AL"],
  ["ada", "A"],
  ["  Øyvind   Åse ", "ØÅ"],
  ["😀 Smith", "😀S"],
  ["", "?"],
])("the initials of %j are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a forbidden page names the roles that can open it, and links to Members for those who assign roles", () => {
  const html = renderToString(<Forbidden permission="evidence:read" assignsRoles={false} />);
  expect(html).toContain("Analysts, model owners, approvers and auditors can open this page.");
  expect(html).toContain("An administrator can change your role.");
  expect(html).not.toContain('href="/settings/members"');
  const forAdministrators = renderToString(<Forbidden permission="evidence:read" assignsRoles />);
  expect(forAdministrators).toContain("The Members page lists who has these roles.");
  expect(forAdministrators).toContain('href="/settings/members"');
});

test.each([
  "admin",
  "alerts:configure",
  "evidence:write",
  "holds:manage",
  "models:write",
  "reports:write",
  "sensors:write",
  "shadow_ai:triage",
  "webhooks:write",
] as const)("the roles named to users without %s have this permission", (permission) => {
  const html = renderToString(<Forbidden permission={permission} assignsRoles={false} />);
  expect(html).toContain(`${rolesWith(permission)} can open this page.`);
  const role = askFor(permission) === "Ask an administrator." ? "ADMIN" : "APPROVER";
  expect(rolePermissions[role]).toContain(permission);
});
