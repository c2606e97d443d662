import { describe, expect, test } from "vitest";
import {
  accountChangedMail,
  deliveryFailedMail,
  endpointDisabledMail,
  endpointWarnedMail,
  memberInvitedMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorChangedMail,
} from "@/lib/platform/mail";
import { alertTriggeredMail, notificationDigestMail } from "@/lib/platform/mail/templates/notices";
import {
  detectionAssignedMail,
  detectionReopenedMail,
  exceptionDecidedMail,
  exceptionRequestedMail,
} from "@/lib/platform/mail/templates/shadow-ai-mails";

const at = new Date("2026-11-21T00:49:30.000Z");
const serviceUrl = "https://audit.example.com/";
const digestUrls = [`${serviceUrl}notifications`, `${serviceUrl}account#notifications`] as const;
const tokenUrl = `${serviceUrl}page#token=4f9QmXs0aLr7Vb2TzYw8Ke1PdNc6Hg0xE9aB-_4f9Qm`;

/** Builds each e-mail with `typed` wherever users or logs supply text. */
function fixtures(typed: string, publicUrl?: string) {
  const base = { organisation: { id: "org_1", name: typed }, publicUrl };
  const account = { organisation: base.organisation, name: typed };
  const endpoint = { id: "wh_1", url: "https://hooks.example.com:8443/in?token=secret-token", description: typed };
  const failure = { type: "audit.created", envelopeId: "we_1", error: "status", statusCode: 503, failedAt: at };
  const detection = {
    id: "sad_1",
    provider: "OpenAI",
    endpoint: typed,
    severity: "HIGH",
    status: "OPEN",
    score: 62,
    department: typed,
    reopenedFor: "RECURRENCE",
  };
  const request = {
    id: "exr_1",
    status: "APPROVED",
    justification: typed,
    expiresAt: at,
    requestedBy: typed,
    decidedBy: typed,
    decisionNote: typed,
  };
  const alert = {
    id: "evt_alert",
    policyId: "pol_1",
    policyName: typed,
    severity: "HIGH",
    message: typed,
    modelId: "mdl_1",
    eventId: "evt_1",
    receivedAt: at,
  };
  const figures = { finished: 120, failed: 52, days: 7 };
  return {
    invited: { ...account, invitedBy: typed, role: "ANALYST", invitationUrl: tokenUrl, expiresAt: at },
    reset: { ...account, resetUrl: tokenUrl, expiresAt: at },
    passwordChanged: { ...account, at, how: "BY_MEMBER" as const, forgottenUrl: tokenUrl },
    secondFactor: { ...account, at, change: "ENABLED" as const, accountUrl: tokenUrl },
    accountChanged: {
      organisation: base.organisation,
      account: { name: typed, email: "ada@example.com" },
      change: "role changed from analyst to approver",
      changedBy: typed,
      at,
      membersUrl: tokenUrl,
    },
    failed: { ...base, endpoint, count: 1, failures: [failure], recoverSince: at },
    warned: { ...base, endpoint, figures, disableAbovePercent: 50 },
    disabled: { ...base, endpoint, reason: typed, disabledAt: at, figures, recoverSince: at },
    detections: { ...base, detections: [detection] },
    exception: { ...base, detection, request },
    alerts: { ...base, alerts: [alert] },
    digest: {
      organisation: base.organisation,
      notifications: [{ title: "Detection overdue", text: typed, at }],
      notificationsUrl: digestUrls[0],
      preferencesUrl: digestUrls[1],
    },
    item: { failure, detection, alert },
  };
}

type Fixtures = ReturnType<typeof fixtures>;

/** Each e-mail with values that its text and HTML must include, and the path of its link, or its links. */
const mails: Record<string, [render: (given: Fixtures) => Mail, values: string[], path: string | readonly string[]]> = {
  "member invited": [({ invited }) => memberInvitedMail(invited), ["ANALYST", "2026-11-21 00:49 UTC"], tokenUrl],
  "password reset": [({ reset }) => passwordResetMail(reset), ["2026-11-21 00:49 UTC"], tokenUrl],
  "password changed": [
    ({ passwordChanged }) => passwordChangedMail(passwordChanged),
    ["2026-11-21 00:49 UTC"],
    tokenUrl,
  ],
  "2FA changed": [({ secondFactor }) => secondFactorChangedMail(secondFactor), ["2026-11-21 00:49 UTC"], tokenUrl],
  "account changed": [
    ({ accountChanged }) => accountChangedMail(accountChanged),
    ["ada@example.com", "role changed from analyst to approver", "org_1"],
    tokenUrl,
  ],
  "delivery failed": [
    ({ failed }) => deliveryFailedMail(failed),
    ["hooks.example.com:8443/in", "wh_1", "org_1", "HTTP 503", "we_1"],
    "docs/api",
  ],
  "endpoint warned": [
    ({ warned }) => endpointWarnedMail(warned),
    ["wh_1", "52 of 120 deliveries failed (43.3%)", "more than 50%", "POST /v1/webhooks/wh_1/test"],
    "docs/api",
  ],
  "endpoint disabled": [
    ({ disabled }) => endpointDisabledMail(disabled),
    ["wh_1", "not queued", "PATCH /v1/webhooks/wh_1", "/v1/webhooks/wh_1/recover"],
    "docs/api",
  ],
  "alert triggered": [
    ({ alerts }) => alertTriggeredMail(alerts),
    [
      "Event evt_1 of model mdl_1, received at 2026-11-21 00:49 UTC.",
      "GET /v1/audit/evt_alert",
      "PATCH /v1/alert-policies/pol_1",
      "org_1",
    ],
    "docs/api",
  ],
  "detection assigned": [
    ({ detections }) => detectionAssignedMail(detections),
    ["OpenAI at", "Severity HIGH, score 62 of 100.", "PATCH /v1/shadow-ai/sad_1"],
    "docs/api",
  ],
  "detection reopened": [
    ({ detections }) => detectionReopenedMail(detections),
    ["OpenAI at", "Severity HIGH, score 62 of 100.", "PATCH /v1/shadow-ai/sad_1"],
    "docs/api",
  ],
  "notification digest": [
    ({ digest }) => notificationDigestMail(digest),
    ["Detection overdue", "2026-11-21 00:49 UTC", "org_1"],
    digestUrls,
  ],
  "exception requested": [
    ({ exception }) => exceptionRequestedMail(exception),
    ["sad_1", "2026-11-21", "/exceptions/exr_1/approve"],
    "shadow-ai/sad_1",
  ],
  "exception decided": [({ exception }) => exceptionDecidedMail(exception), ["sad_1", "2026-11-21"], "shadow-ai/sad_1"],
};

type Mail = Record<"subject" | "text" | "html", string>;

describe.each(Object.entries(mails))("the e-mail '%s'", (_, [render, values, path]) => {
  const make = (typed: string, publicUrl?: string) => render(fixtures(typed, publicUrl));

  test("contains the same facts in text and HTML, and no query strings", () => {
    const { subject, text, html } = make("Meridian Bank");
    for (const part of [text.replaceAll(/\s+/g, " "), html]) {
      for (const value of ["Meridian Bank", ...values]) expect(part).toContain(value.replaceAll('"', "&quot;"));
    }
    expect(subject + text + html).not.toContain("secret-token");
    expect(subject).not.toContain("://");
  });

  test("loads no external resources, and links only to the service", () => {
    const hasUrl = path === tokenUrl || path === digestUrls;
    const links = [path].flat().map((each) => (hasUrl ? each : serviceUrl + each));
    const { text, html } = make("Meridian Bank", serviceUrl);
    expect(html).not.toMatch(/src=|url\(|@import/i);
    expect(html.match(/href="[^"]*"/g)).toEqual(links.map((link) => `href="${link}"`));
    for (const link of links) expect(text).toContain(`: ${link}\n`);
    expect(html.split("token=").length - 1).toBe(path === tokenUrl ? 1 : 0);
    if (!hasUrl) expect(make("Meridian Bank").html).not.toContain("href");
  });

  test.each([
    ["markup", "<script>alert(1)</script>"],
    ["the end of an attribute", `"><img src=x onerror='alert(1)'>`],
    ["an entity", "&lt;b&gt; &amp;"],
    ["the end of a comment", "--><b>"],
  ])("shows %s as typed", (_name, typed) => {
    const { text, html } = make(typed);
    expect(text.replaceAll(/\s+/g, " ")).toContain(typed);
    expect(html).not.toContain(typed);
    expect(html.match(/<(script|img|b)\b/)).toBeNull();
  });

  test.each([
    ["line breaks", "a\r\nBcc: x@example.com\n\n<p>", "a Bcc: x@example.com <p>"],
    ["line separators", "a\u2028b\u2029c\u0085d", "a b c d"],
    ["NUL and escape", "a\0b\u001b[31mc", "a b [31mc"],
    ["direction marks", "a\u202egnp.exe\u202c b\u2066c\u200f", "agnp.exe bc"],
    ["a lone surrogate", "a\ud83db", "a\ufffdb"],
  ])("keeps %s on one line", (_name, typed, shown) => {
    const { subject, text, html } = make(typed);
    expect(text.replaceAll(/\s+/g, " ")).toContain(shown);
    for (const part of [text, html]) expect(part).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test("truncates long texts", () => {
    const { text, html } = make("x".repeat(100_000));
    expect(text.length + html.length).toBeLessThan(30_000);
  });
});

const given = fixtures("Ada");

test("isolates right-to-left text", () => {
  const { text, html } = deliveryFailedMail(fixtures("מערכת ניהול").failed);
  expect(text).toContain("מערכת ניהול");
  expect(html).toContain('<bdi dir="auto">מערכת ניהול</bdi>');
});

test.each([["javascript:alert(1)"], ["nonsense"], [""]])("renders the invalid endpoint URL %j", (url) => {
  const endpoint = { ...given.failed.endpoint, url };
  expect(deliveryFailedMail({ ...given.failed, endpoint }).html).not.toContain("javascript:");
});

test.each([
  [503, "status", "HTTP 503"],
  [302, "redirect", "HTTP 302 (redirect)"],
  [null, "connection_refused", "connection refused"],
  [null, null, "no response"],
])("shows the status %s with the error %s as %j", (statusCode, error, shown) => {
  const failures = [{ ...given.item.failure, statusCode, error }];
  const { text } = deliveryFailedMail({ ...given.failed, failures });
  expect(text).toContain(`- audit.created: ${shown}\n  we_1 at 2026-11-21 00:49 UTC`);
});

const many = <Item>(item: Item, change: (index: number) => Partial<Item>) =>
  Array.from({ length: 25 }, (_, index) => ({ ...item, ...change(index) }));
const detections = many(given.item.detection, (index) => ({ id: `sad_n${index}.` }));
test.each([
  [
    "37 webhook deliveries to hooks.example.com:8443 failed",
    deliveryFailedMail({
      ...given.failed,
      count: 37,
      failures: many(given.item.failure, (index) => ({ envelopeId: `we_n${index}.` })),
    }),
    /we_n\d+\./g,
    "and 27 more",
  ],
  [
    "25 alerts",
    alertTriggeredMail({ ...given.alerts, alerts: many(given.item.alert, (index) => ({ id: `evt_n${index}` })) }),
    /GET \/v1\/audit\/evt_n/g,
    "and 15 more",
  ],
  [
    "Shadow AI: 25 detections assigned to you",
    detectionAssignedMail({ ...given.detections, detections }),
    /GET \/v1\/shadow-ai\/sad_n/g,
    "and 15 more",
  ],
  [
    "Shadow AI: 25 detections were reopened",
    detectionReopenedMail({ ...given.detections, detections }),
    /GET \/v1\/shadow-ai\/sad_n/g,
    "and 15 more",
  ],
])("lists ten records and the number of others: %s", (subject, mail, record, more) => {
  expect(mail.subject).toBe(subject);
  for (const part of [mail.text, mail.html]) {
    expect(part.match(record)).toHaveLength(10);
    expect(part).toContain(more);
  }
});

test.each<[string, Mail, string]>([
  ["an invitation by a member", memberInvitedMail(given.invited), "Ada has invited you"],
  ["an invitation by a program", memberInvitedMail({ ...given.invited, invitedBy: null }), "you have been invited"],
  [
    "a change by the member",
    passwordChangedMail(given.passwordChanged),
    "You have been signed out of all other sessions.",
  ],
  [
    "a change by reset link",
    passwordChangedMail({ ...given.passwordChanged, how: "BY_RESET" }),
    "with a password reset link at 2026-11-21 00:49 UTC. You have been signed out everywhere.",
  ],
  [
    "a change by the operator",
    passwordChangedMail({ ...given.passwordChanged, how: "BY_OPERATOR" }),
    "by the service operator at 2026-11-21 00:49 UTC. You have been signed out everywhere.",
  ],
  ...(
    [
      [{ change: "DISABLED" }, "Signing in no longer requires a code."],
      [{ change: "RESET" }, "An administrator reset your 2FA"],
      [{ change: "RECOVERY_CODE_USED", codesLeft: 4 }, "4 codes are left."],
      [{ change: "RECOVERY_CODE_USED", codesLeft: 1 }, "1 code is left."],
      [{ change: "RECOVERY_CODE_USED", codesLeft: 0 }, "No codes are left."],
    ] as const
  ).map(([change, text]): [string, Mail, string] => [
    `2FA ${JSON.stringify(change)}`,
    secondFactorChangedMail({ ...given.secondFactor, ...change }),
    text,
  ]),
  ["a single alert", alertTriggeredMail(given.alerts), "High: Ada"],
  [
    "a disabled endpoint without counts",
    endpointDisabledMail({ ...given.disabled, reason: "It responded with 410.", figures: null }),
    "It responded with 410.",
  ],
  [
    "a replay of failed deliveries",
    deliveryFailedMail(given.failed),
    'POST /v1/webhooks/wh_1/recover {"since":"2026-11-21T00:49:30.000Z"}',
  ],
  ...(
    [
      ["RECURRENCE", "The usage was stopped, but has started again"],
      ["EXCEPTION_EXPIRED", "The approved exception has expired"],
      ["EXCEPTION_BREACHED", "Usage exceeds the approved exception"],
      [null, "Reopened"],
    ] as const
  ).map(([reopenedFor, text]): [string, Mail, string] => [
    `a detection reopened for ${reopenedFor}`,
    detectionReopenedMail({ ...given.detections, detections: [{ ...given.item.detection, reopenedFor }] }),
    text,
  ]),
  ["an approved exception", exceptionDecidedMail(given.exception), "The usage is allowed."],
  [
    "a rejected exception",
    exceptionDecidedMail({ ...given.exception, request: { ...given.exception.request, status: "REJECTED" } }),
    "The usage is not allowed.",
  ],
])("describes %s", (_, { text }, expected) => {
  expect(text.replaceAll(/\s+/g, " ")).toContain(expected);
});
