import { z } from "zod";
import type { Clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { enqueueTracked } from "@/lib/jobs/pending-store";
import { plainLine } from "@/lib/mail/plain";
import { sealBody } from "@/lib/mail/seal-body";
import { insertMail } from "@/lib/mail/store";

export interface Mail {
  organisationId: string;
  /** One address, without a name. */
  to: string;
  /** What it is, for whoever looks through the mails: `delivery-failed`. */
  template: string;
  subject: string;
  text: string;
  html: string;
  /** The token of the link in it (`#token=…`): stored apart from the text, and deleted when the mail was sent. */
  linkToken?: string;
}

const Address = z.email().max(254);

/**
 * Stores a mail and has it sent after the caller's transaction commits; never when that rolls back. Answers its id. A
 * mail whose address cannot be one is stored as FAILED: a typing error there must not undo what the mail tells of.
 */
export async function queueMail(tx: Transaction, mail: Mail, clock: Clock): Promise<string> {
  const { organisationId, template, text, html, linkToken } = mail;
  const createdAtMs = clock.now();
  const id = newId("mail", createdAtMs);
  const isDeliverable = Address.safeParse(mail.to).success;
  await insertMail(tx, {
    id,
    organisationId,
    recipient: plainLine(mail.to),
    template,
    subject: plainLine(mail.subject),
    ...sealBody({ id, organisationId }, { text: storable(text), html: storable(html) }, linkToken),
    status: isDeliverable ? "QUEUED" : "FAILED",
    error: isDeliverable ? null : "The recipient's address is not valid.",
    createdAt: new Date(createdAtMs),
  });
  if (isDeliverable) await enqueueTracked(tx, { name: "mail/message.queued", data: { mailId: id } });
  return id;
}

/** What mail programs choke on: a NUL character, half of another. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
