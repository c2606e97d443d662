import { describe, expect, test } from "vitest";
import {
  type DetectionMail,
  detectionAssignedMail,
  detectionReopenedMail,
  type MailedDetection,
} from "@/lib/platform/mail/templates/detection-mails";

const detection: MailedDetection = {
  id: "sad_1",
  provider: "OpenAI",
  endpoint: "api.openai.com",
  severity: "HIGH",
  status: "OPEN",
  score: 62,
  department: "Marketing",
  reopenedFor: "RECURRENCE",
};

const base: DetectionMail = {
  organisation: { id: "org_1", name: "Meridian Bank" },
  detections: [detection],
  publicUrl: undefined,
};

const templates = { assigned: detectionAssignedMail, reopened: detectionReopenedMail };

describe.each(Object.entries(templates))("the mail '%s'", (_, make) => {
  test("says in text and HTML what is used, how serious it is, and what to do", () => {
    const { subject, text, html } = make(base);
    expect(subject).toContain("api.openai.com");
    for (const part of [text, html]) {
      for (const said of [
        "OpenAI at api.openai.com",
        "Severity HIGH, score 62 of 100.",
        "Marketing",
        "/shadow-ai/sad_1",
      ]) {
        expect(part).toContain(said);
      }
      expect(part).toContain("Meridian Bank");
      expect(part).toContain("PATCH /v1/shadow-ai/sad_1");
    }
  });

  test("shows what came from logs and from users as it is written", () => {
    const typed = `<script>alert(1)</script>"><img src=x>`;
    const { text, html } = make({
      ...base,
      organisation: { id: "org_1", name: typed },
      detections: [{ ...detection, endpoint: typed, provider: typed, department: typed }],
    });
    expect(text).toContain(typed);
    expect(html).not.toContain(typed);
    expect(html.match(/<(script|img)\b/)).toBeNull();
  });

  test("keeps line breaks out of its subject", () => {
    const endpoint = "a\r\nBcc: x@example.com";
    expect(make({ ...base, detections: [{ ...detection, endpoint }] }).subject).not.toMatch(/\p{Cc}/u);
  });

  test("links to the address of the service alone, where that is known", () => {
    expect(make(base).html).not.toMatch(/href|src=|url\(|@import/i);
    const { html } = make({ ...base, publicUrl: "https://audit.example.com/" });
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://audit.example.com/docs"']);
  });

  test("names ten of many, and how many more there are", () => {
    const detections = Array.from({ length: 25 }, (_, n) => ({ ...detection, id: `sad_n${n}` }));
    const { subject, text } = make({ ...base, detections });
    expect(subject).toContain("25 detections");
    expect(text.match(/GET \/v1\/shadow-ai\/sad_n/g)).toHaveLength(10);
    expect(text).toContain("and 15 more");
  });
});

test.each([
  ["RECURRENCE", "The use was stopped and has come back"],
  ["EXCEPTION_EXPIRED", "Its approved exception has expired"],
  ["EXCEPTION_BREACHED", "It goes beyond its approved exception"],
  [null, "It was opened again"],
])("a detection that was reopened for %s says so", (reopenedFor, said) => {
  const { text } = detectionReopenedMail({ ...base, detections: [{ ...detection, reopenedFor }] });
  expect(text).toContain(said);
});
