import { describe, expect, test } from "vitest";
import { deliveryFailedMail, endpointDisabledMail, endpointWarnedMail } from "@/lib/platform/mail";

const base = {
  organisation: { id: "org_1", name: "Meridian Bank" },
  endpoint: { id: "wh_1", url: "https://hooks.example.com:8443/in?token=secret-token", description: "Archive" },
  publicUrl: undefined as string | undefined,
};
const failedAt = new Date("2026-11-21T00:49:30.000Z");
const failure = { type: "audit.created", envelopeId: "we_1", error: "status", statusCode: 503, failedAt };
const figures = { finished: 120, failed: 52, days: 7 };
const after = { reason: "Too many failures.", disabledAt: failedAt, recoverSince: failedAt };

const templates = {
  "delivery failed": (over: Partial<typeof base> = {}) =>
    deliveryFailedMail({ ...base, ...over, count: 1, failures: [failure], recoverSince: failedAt }),
  "endpoint warned": (over: Partial<typeof base> = {}) =>
    endpointWarnedMail({ ...base, ...over, figures, disableAbovePercent: 50 }),
  "endpoint disabled": (over: Partial<typeof base> = {}) =>
    endpointDisabledMail({ ...base, ...over, ...after, figures }),
};

describe.each(Object.entries(templates))("the mail '%s'", (_, make) => {
  test("says in text and HTML whose endpoint it is, and shows nothing of its query", () => {
    const { subject, text, html } = make();
    for (const part of [text, html]) {
      for (const said of ["hooks.example.com:8443/in", "Archive", "wh_1", "Meridian Bank", "org_1"]) {
        expect(part).toContain(said);
      }
    }
    expect(subject).toContain("hooks.example.com:8443");
    expect(subject + text + html).not.toContain("secret-token");
  });

  test.each([
    ["markup", "<script>alert(1)</script>"],
    ["an attribute's end", `"><img src=x onerror='alert(1)'>`],
    ["an entity", "&lt;b&gt; &amp;"],
    ["a comment's end", "--><b>"],
  ])("shows %s from users as it was typed", (_name, typed) => {
    const description = `Archive ${typed}`;
    const { text, html } = make({
      endpoint: { ...base.endpoint, description },
      organisation: { id: "org_1", name: typed },
    });
    expect(text).toContain(typed);
    expect(html).not.toContain(typed);
    expect(html.match(/<(script|img|b)\b/)).toBeNull();
  });

  test.each([
    ["line breaks", "a\r\nBcc: x@example.com\n\n<p>", "a Bcc: x@example.com <p>"],
    ["line separators", "a\u2028b\u2029c\u0085d", "a b c d"],
    ["NUL and escape", "a\0b\u001b[31mc", "a b [31mc"],
    ["marks that turn the direction", "a\u202egnp.exe\u202c b\u2066c\u200f", "agnp.exe bc"],
    ["half a character", "a\ud83db", "a\ufffdb"],
  ])("keeps %s from users in one line", (_name, typed, shown) => {
    const { subject, text, html } = make({ endpoint: { ...base.endpoint, description: typed } });
    expect(text).toContain(`${shown}\n`);
    for (const part of [text, html]) expect(part).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test("writes other scripts as they are, apart from what surrounds them", () => {
    const { text, html } = make({ endpoint: { ...base.endpoint, description: "מערכת ניהול" } });
    expect(text).toContain("מערכת ניהול");
    expect(html).toContain('<bdi dir="auto">מערכת ניהול</bdi>');
  });

  test("loads nothing, and links only to the address of the service where that is known", () => {
    expect(make().html).not.toMatch(/href|src=|url\(|@import/i);
    expect(make().text).not.toContain("://");
    const { text, html } = make({ publicUrl: "https://audit.example.com/" });
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://audit.example.com/docs"']);
    expect(text).toContain("https://audit.example.com/docs");
  });

  test.each([["javascript:alert(1)"], ["nonsense"], [""]])("an endpoint's URL %j breaks nothing", (url) => {
    const { html } = make({ endpoint: { ...base.endpoint, url } });
    expect(html).not.toContain("javascript:");
  });

  test("cuts texts without end", () => {
    const endless = "x".repeat(100_000);
    const { text, html } = make({ endpoint: { ...base.endpoint, description: endless } });
    expect(text.length + html.length).toBeLessThan(30_000);
  });
});

test.each([
  [503, "status", "HTTP 503"],
  [302, "redirect", "HTTP 302 (redirect)"],
  [null, "connection_refused", "connection refused"],
  [null, null, "no answer"],
])("an answer %s with the error %s is called %j", (statusCode, error, shown) => {
  const failures = [{ ...failure, statusCode, error }];
  const { text } = deliveryFailedMail({ ...base, count: 1, failures, recoverSince: failedAt });
  expect(text).toContain(`- audit.created: ${shown}\n  we_1 at 2026-11-21 00:49 UTC`);
});

test("of many failed deliveries the newest ten are told, and how many more there are", () => {
  const failures = Array.from({ length: 12 }, (_, index) => ({ ...failure, envelopeId: `we_n${index}.` }));
  const { subject, text, html } = deliveryFailedMail({ ...base, count: 37, failures, recoverSince: failedAt });
  expect(subject).toBe("37 webhook deliveries to hooks.example.com:8443 failed");
  for (const part of [text, html]) {
    expect(part.match(/we_n\d+\./g)).toHaveLength(10);
    expect(part).toContain("and 27 more");
  }
  expect(text).toContain('POST /v1/webhooks/wh_1/recover {"since":"2026-11-21T00:49:30.000Z"}');
});

test("the warning says the figures, the threshold, and how to test", () => {
  const { text } = templates["endpoint warned"]();
  for (const said of ["52 of 120 deliveries failed (43.3 %)", "more than 50 %", "POST /v1/webhooks/wh_1/test"]) {
    expect(text).toContain(said);
  }
});

test("the news that an endpoint was disabled says why, and the way back", () => {
  const { text } = endpointDisabledMail({ ...base, ...after, figures: null });
  const enabling = 'PATCH /v1/webhooks/wh_1 {"active":true}';
  for (const said of ["Too many failures.", "are not queued", enabling, "/v1/webhooks/wh_1/recover"]) {
    expect(text).toContain(said);
  }
});
