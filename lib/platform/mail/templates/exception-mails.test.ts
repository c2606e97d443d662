import { describe, expect, test } from "vitest";
import {
  type ExceptionMail,
  exceptionDecidedMail,
  exceptionRequestedMail,
} from "@/lib/platform/mail/templates/exception-mails";

const base: ExceptionMail = {
  organisation: { id: "org_1", name: "Meridian Bank" },
  detection: { id: "sad_1", provider: "OpenAI", endpoint: "api.openai.com" },
  request: {
    id: "exr_1",
    status: "APPROVED",
    justification: "A trial of a month.",
    expiresAt: new Date("2026-03-01T00:00:00.000Z"),
    requestedBy: "ada@example.com",
    decidedBy: "april@example.com",
    decisionNote: "Without customer data.",
  },
  publicUrl: undefined,
};

const templates = { requested: exceptionRequestedMail, decided: exceptionDecidedMail };

describe.each(Object.entries(templates))("the mail '%s'", (_, make) => {
  test("says in text and HTML which use it is about, until when, and why", () => {
    const { subject, text, html } = make(base);
    expect(subject).toContain("api.openai.com");
    for (const part of [text, html]) {
      for (const said of ["OpenAI at api.openai.com", "sad_1", "2026-03-01", "A trial of a month.", "Meridian Bank"]) {
        expect(part).toContain(said);
      }
    }
  });

  test("shows what people wrote as it is written, and keeps line breaks out of its subject", () => {
    const typed = `<script>alert(1)</script>"><img src=x>`;
    const request = {
      ...base.request,
      justification: typed,
      requestedBy: typed,
      decidedBy: typed,
      decisionNote: typed,
    };
    const detection = { ...base.detection, endpoint: `a\r\nBcc: x@example.com` };
    const { subject, text, html } = make({ ...base, request, detection });
    expect(text).toContain(typed);
    expect(html.match(/<(script|img)\b/)).toBeNull();
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  test("links to the detection, where the address of the service is known", () => {
    expect(make(base).html).not.toMatch(/href|src=|url\(|@import/i);
    const { html } = make({ ...base, publicUrl: "https://audit.example.com/" });
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://audit.example.com/shadow-ai/sad_1"']);
  });
});

test.each([
  ["APPROVED", "was approved", "The use is allowed."],
  ["REJECTED", "was rejected", "The use is not allowed."],
])("a request that is %s says so, by whom and why", (status, subject, said) => {
  const mail = exceptionDecidedMail({ ...base, request: { ...base.request, status } });
  expect(mail.subject).toContain(subject);
  for (const part of [said, "april@example.com", "Without customer data."]) expect(mail.text).toContain(part);
});
