import { describe, expect, test } from "vitest";
import {
  memberInvitedMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorChangedMail,
} from "@/lib/platform/mail";

const base = { organisation: { id: "org_1", name: "Meridian Bank" }, name: "Ada Analyst" };
const at = new Date("2026-11-21T00:49:30.000Z");
const url = "https://audit.example.com/page#token=4f9QmXs0aLr7Vb2TzYw8Ke1PdNc6Hg0xE9aB-_4f9Qm";

const templates = {
  "member invited": (over: Partial<typeof base> = {}) =>
    memberInvitedMail({
      ...base,
      invitedBy: "Adam Admin",
      role: "ANALYST",
      invitationUrl: url,
      expiresAt: at,
      ...over,
    }),
  "password reset": (over: Partial<typeof base> = {}) =>
    passwordResetMail({ ...base, resetUrl: url, expiresAt: at, ...over }),
  "password changed": (over: Partial<typeof base> = {}) =>
    passwordChangedMail({ ...base, at, how: "BY_MEMBER", forgottenUrl: url, ...over }),
  "second factor changed": (over: Partial<typeof base> = {}) =>
    secondFactorChangedMail({ ...base, at, change: "ENABLED", accountUrl: url, ...over }),
};

describe.each(Object.entries(templates))("the mail '%s'", (_, make) => {
  test("says in text and HTML whom it is for, when, and where to go, on one line that can be followed", () => {
    const { text, html } = make();
    for (const part of [text.replaceAll(/\s+/g, " "), html]) {
      for (const said of ["Ada Analyst", "Meridian Bank", "2026-11-21 00:49 UTC", url]) expect(part).toContain(said);
    }
    expect(text).toContain(`: ${url}\n`);
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${url}"`]);
  });

  test("loads nothing, and keeps the link out of its subject and of what lists show", () => {
    const { subject, html } = make();
    expect(html).not.toMatch(/src=|url\(|@import/i);
    expect(html.split("token=").length - 1).toBe(1);
    expect(subject).not.toContain("://");
  });

  test("shows what was typed as it is written, in one line", () => {
    const typed = `<script>alert(1)</script>"><img src=x>`;
    const { text, html } = make({ name: typed, organisation: { id: "org_1", name: "a\r\nBcc: x@example.com" } });
    expect(text.replaceAll(/\s+/g, " ")).toContain(typed);
    expect(html).not.toContain(typed);
    expect(html.match(/<(script|img)\b/)).toBeNull();
    expect(make({ organisation: { id: "org_1", name: "a\r\nBcc: x@example.com" } }).subject).not.toMatch(/\p{Cc}/u);
  });
});

test("an invitation names who invites, or nobody where a program did", () => {
  expect(templates["member invited"]().text).toContain("Adam Admin invites you");
  const given = { ...base, role: "ADMIN", invitationUrl: url, expiresAt: at };
  expect(memberInvitedMail({ ...given, invitedBy: null }).text).toContain("you are invited to the Governance");
});

test.each([
  ["BY_MEMBER", "signed out everywhere else"],
  ["BY_RESET", "by the link that was mailed to you. You are signed out everywhere."],
  ["BY_OPERATOR", "by those who run the service. You are signed out everywhere."],
] as const)("a password that was changed %s says so", (how, said) => {
  const { text } = passwordChangedMail({ ...base, at, how, forgottenUrl: url });
  expect(text.replaceAll(/\s+/g, " ")).toContain(said);
});

test.each([
  [{ change: "DISABLED" } as const, "asks for no code any more"],
  [{ change: "RESET" } as const, "An administrator took away your second factor"],
  [{ change: "RECOVERY_CODE_USED", codesLeft: 4 } as const, "4 are left."],
  [{ change: "RECOVERY_CODE_USED", codesLeft: 1 } as const, "One is left."],
  [{ change: "RECOVERY_CODE_USED", codesLeft: 0 } as const, "None is left"],
])("a second factor with %j says so", (change, said) => {
  const { text } = secondFactorChangedMail({ ...base, at, accountUrl: url, ...change });
  expect(text.replaceAll(/\s+/g, " ")).toContain(said);
});
