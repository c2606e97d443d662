import { isId } from "@/lib/id-prefixes";
import { openBody } from "@/lib/mail/seal-body";
import {
  findMail,
  findMailsOf,
  findNewestMails,
  type MailOutline,
  type MailMessage as StoredMail,
} from "@/lib/mail/store";

/** A mail with what it says. */
export type MailMessage = Omit<StoredMail, "bodyKey">;

/** A mail without what it says. */
export type MailSummary = MailOutline;

/** Mails newest first, at most `limit`, of one organisation or of all: for those who run the service. */
export async function listMails(filter: { organisationId?: string; limit: number }): Promise<MailSummary[]> {
  const { organisationId, limit } = filter;
  return organisationId === undefined ? findNewestMails(limit) : findMailsOf(organisationId, { take: limit });
}

/** A mail with all it says, or null. */
export async function getMail(id: string): Promise<MailMessage | null> {
  const found = isId("mail", id) ? await findMail(id) : null;
  if (found === null) return null;
  const { bodyKey, ...mail } = found;
  return { ...mail, ...openBody({ ...mail, bodyKey }) };
}
