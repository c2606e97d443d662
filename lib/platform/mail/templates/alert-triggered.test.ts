import { describe, expect, test } from "vitest";
import {
  type AlertTriggeredMail,
  alertTriggeredMail,
  type MailedAlert,
} from "@/lib/platform/mail/templates/alert-triggered";

const alert: MailedAlert = {
  id: "evt_alert",
  policyId: "pol_1",
  policyName: "Low confidence",
  severity: "HIGH",
  message: "confidence was 0.41, below 0.6",
  modelId: "mdl_1",
  eventId: "evt_1",
  receivedAt: new Date("2026-11-21T00:49:30.000Z"),
};
const base: AlertTriggeredMail = {
  organisation: { id: "org_1", name: "Meridian Bank" },
  alerts: [alert],
  publicUrl: undefined,
};

describe("the mail of an alert", () => {
  test("says in text and HTML which policy, on what, how grave, and how to quieten it", () => {
    const { subject, text, html } = alertTriggeredMail(base);
    expect(subject).toBe("Alert: HIGH: Low confidence");
    for (const part of [text, html]) {
      for (const said of [
        "Low confidence",
        "HIGH: confidence was 0.41, below 0.6",
        "Model mdl_1, event evt_1, received 2026-11-21 00:49 UTC.",
        "GET /v1/audit/evt_alert",
        "PATCH /v1/alert-policies/pol_1",
        "Meridian Bank",
        "org_1",
      ]) {
        expect(part).toContain(said);
      }
    }
  });

  test("shows what users wrote as they wrote it, in one line", () => {
    const typed = `<script>alert(1)</script>"><img src=x>`;
    const { text, html, subject } = alertTriggeredMail({
      ...base,
      organisation: { id: "org_1", name: typed },
      alerts: [{ ...alert, policyName: `${typed}\r\nBcc: x@example.com`, message: typed }],
    });
    expect(text).toContain(typed);
    expect(html).not.toContain(typed);
    expect(html.match(/<(script|img)\b/)).toBeNull();
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test("links to the address of the service alone, where that is known", () => {
    expect(alertTriggeredMail(base).html).not.toMatch(/href|src=|url\(|@import/i);
    const { html } = alertTriggeredMail({ ...base, publicUrl: "https://audit.example.com/" });
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://audit.example.com/docs"']);
  });

  test("names ten of many, and how many more there are", () => {
    const alerts = Array.from({ length: 25 }, (_, n) => ({ ...alert, id: `evt_n${n}` }));
    const { subject, text } = alertTriggeredMail({ ...base, alerts });
    expect(subject).toBe("Alert: 25 alerts of policies");
    expect(text.match(/GET \/v1\/audit\/evt_n/g)).toHaveLength(10);
    expect(text).toContain("and 15 more");
  });
});
