import { isId } from "@/lib/id-prefixes";
import { openMail } from "@/lib/mail/seal-body";
import {
  findMail,
  findMailsOf,
  findNewestMails,
  type MailOutline,
  type MailMessage as StoredMail,
} from "@/lib/mail/store";

/** A mail with its contents. */
export type MailMessage = Omit<StoredMail, "bodyKey" | "linkToken"> & {
  /** Whether `text` and `html` contain a link that lets its recipient in. */
  hasLink: boolean;
};

/** A mail without what it says. */
export type MailSummary = MailOutline;

/** Mails newest first, at most `limit`, of one organisation or of all: for those who run the service. */
export async function listMails(filter: { organisationId?: string; limit: number }): Promise<MailSummary[]> {
  const { organisationId, limit } = filter;
  return organisationId === undefined ? findNewestMails(limit) : findMailsOf(organisationId, { take: limit });
}

/** A mail with its contents and its link, or null: for the server's command line only, never for a caller of the API. */
export async function getMail(id: string): Promise<MailMessage | null> {
  const found = isId("mail", id) ? await findMail(id) : null;
  if (found === null) return null;
  const { bodyKey, linkToken, ...mail } = found;
  return { ...mail, ...openMail(found), hasLink: linkToken !== null };
}
