import { z } from "zod";
import { type Clock, withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import type { Transaction } from "@/lib/platform/database/db";
import { type Reencryption, reencryptRows } from "@/lib/platform/database/reencryption";
import { enqueueTracked } from "@/lib/platform/jobs/outbox-store";
import { plainLine } from "@/lib/platform/mail/render";
import { type ListMails, Mail, type MailList, MailSummary } from "@/lib/platform/mail/schemas";
import { openMail, openRedacted, resealBodyKey, sealBody, withoutTokens } from "@/lib/platform/mail/seal-body";
import {
  findBodyKeys,
  findMailById,
  findMailOf,
  insertMail,
  type KeyedMail,
  type MailOutline,
  mailsOf,
  replaceBodyKey,
  type MailMessage as StoredMail,
} from "@/lib/platform/mail/store";
import { listItems } from "@/lib/platform/resource/list-page";

interface MailToSend {
  organisationId: string;
  to: string;
  /** The kind of e-mail: `delivery-failed`. */
  template: string;
  subject: string;
  text: string;
  html: string;
  /** The token of its link (`#token=…`), stored separately and deleted after sending. */
  linkToken?: string;
}

const Address = z.email().max(254);

/**
 * Stores an e-mail that is sent after the caller's transaction commits. Returns its ID. An invalid address is stored as
 * FAILED, so that it does not roll back the change.
 */
export async function queueMail(tx: Transaction, mail: MailToSend, clock: Clock): Promise<string> {
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
    error: isDeliverable ? null : "The recipient's address is invalid.",
    createdAt: new Date(createdAtMs),
  });
  if (isDeliverable) await enqueueTracked(tx, { name: "mail/message.queued", data: { mailId: id } });
  return id;
}

/** Removes NUL characters and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

export async function findMails(ctx: Context, query: ListMails): Promise<MailList> {
  const found = mailsOf({ organisationId: ctx.organisation.id, status: query.status });
  return listItems(ctx, { name: "mails", query, view: toSummary, ...found });
}

/** An e-mail without the token of its link, with which an administrator could impersonate the recipient. */
export async function findMail(ctx: Context, id: string): Promise<Mail> {
  const mail = isId("mail", id) ? await findMailOf(ctx.organisation.id, id) : null;
  if (!mail) throw notFound("mail");
  return Mail.parse({ ...toSummary(mail), body: openRedacted(mail) });
}

function toSummary(mail: MailOutline): MailSummary {
  return MailSummary.parse({ ...withIsoDates(mail), error: mail.error && withoutTokens(mail.error) });
}

export type MailMessage = Omit<StoredMail, "bodyKey" | "linkToken"> & {
  /** Whether `text` and `html` contain a link with a token. */
  hasLink: boolean;
};

/** E-mails of one or all organisations, newest first, for the operator's command line. */
export async function listMails(given: { organisationId?: string; limit: number }): Promise<MailOutline[]> {
  return mailsOf({ organisationId: given.organisationId }).rows({ before: undefined, take: given.limit });
}

/** An e-mail with its link, for the operator's command line only; never exposed by the API. */
export async function getMail(id: string): Promise<MailMessage | null> {
  const found = isId("mail", id) ? await findMailById(id) : null;
  if (found === null) return null;
  const { bodyKey, linkToken, ...mail } = found;
  return { ...mail, ...openMail(found), hasLink: linkToken !== null };
}

/** Re-encrypts mail keys that are not under the current key, while the service runs. */
export function reencryptMails(report: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findBodyKeys, idOf: ({ id }) => id, reencrypt }, report);
}

async function reencrypt(mail: KeyedMail): Promise<boolean> {
  const after = resealBodyKey(mail);
  return after !== mail.bodyKey && replaceBodyKey(mail, after);
}
