import type { MailContent, RenderedMail } from "@/lib/mail/content";
import { plainLine } from "@/lib/mail/plain";
import { renderHtml } from "@/lib/mail/render-html";
import { renderText } from "@/lib/mail/render-text";

const subjectLengthMax = 120;

export function renderMail(content: MailContent): RenderedMail {
  const subject = plainLine(content.subject, subjectLengthMax);
  return { subject, text: renderText(content), html: renderHtml({ ...content, subject }) };
}
