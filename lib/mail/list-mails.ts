import { isId } from "@/lib/id-prefixes";
import { findMail, findMails, type MailMessage } from "@/lib/mail/store";

export type { MailMessage };

/** A mail without what it says. */
export type MailSummary = Omit<MailMessage, "text" | "html">;

/** Mails newest first, at most `limit`, of one organisation or of all: for those who run the service. */
export async function listMails(filter: { organisationId?: string; limit: number }): Promise<MailSummary[]> {
  return findMails(filter.organisationId, filter.limit);
}

/** A mail with all it says, or null. */
export async function getMail(id: string): Promise<MailMessage | null> {
  return isId("mail", id) ? findMail(id) : null;
}
