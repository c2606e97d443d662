import { z } from "zod";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";
import type { Transaction } from "@/lib/platform/database/db";
import { type Reencryption, reencryptRows } from "@/lib/platform/database/reencryption";
import { enqueueTracked } from "@/lib/platform/jobs/outbox-store";
import { plainLine } from "@/lib/platform/mail/render";
import type { ListMails, Mail, MailList } from "@/lib/platform/mail/schemas";
import { openMail, openRedacted, resealBodyKey, sealBody, withoutTokens } from "@/lib/platform/mail/seal-body";
import {
  countMails,
  findBodyKeys,
  findMailById,
  findMailOf,
  findMailsOf,
  insertMail,
  type KeyedMail,
  type MailOutline,
  replaceBodyKey,
  type MailMessage as StoredMail,
} from "@/lib/platform/mail/store";
import { listPage } from "@/lib/platform/resource/list-page";

interface MailToSend {
  organisationId: string;
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

export async function findMails(ctx: Context, query: ListMails): Promise<MailList> {
  const filter = { organisationId: ctx.organisation.id, status: query.status };
  const { rows, pagination } = await listPage(ctx, {
    name: "mails",
    query,
    rows: (slice, reader) => findMailsOf(reader, filter, slice),
    count: (reader) => countMails(reader, filter),
  });
  return { data: rows.map(toSummary), pagination };
}

/** One mail of the organisation, without the tokens of links: with one of them an administrator could act as its recipient. */
export async function findMail(ctx: Context, id: string): Promise<Mail> {
  const mail = isId("mail", id) ? await findMailOf(ctx.organisation.id, id) : null;
  if (!mail) throw notFound("mail");
  return { ...toSummary(mail), body: openRedacted(mail) };
}

function toSummary({ organisationId: _, claimedUntil: __, error, createdAt, sentAt, ...shown }: MailOutline) {
  return {
    ...shown,
    error: error && withoutTokens(error),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

export type MailMessage = Omit<StoredMail, "bodyKey" | "linkToken"> & {
  /** Whether `text` and `html` contain a link that lets its recipient in. */
  hasLink: boolean;
};

/** Mails newest first, at most `limit`, of one organisation or of all: for the operator's command line. */
export async function listMails({
  organisationId,
  limit,
}: {
  organisationId?: string;
  limit: number;
}): Promise<MailOutline[]> {
  return findMailsOf(undefined, { organisationId }, { before: undefined, take: limit });
}

/** A mail with its contents and its link, or null: for the server's command line only, never for a caller of the API. */
export async function getMail(id: string): Promise<MailMessage | null> {
  const found = isId("mail", id) ? await findMailById(id) : null;
  if (found === null) return null;
  const { bodyKey, linkToken, ...mail } = found;
  return { ...mail, ...openMail(found), hasLink: linkToken !== null };
}

/** Re-encrypts the mail keys that are not under the current key, while the service runs. */
export function reencryptMails(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findBodyKeys, idOf: ({ id }) => id, reencrypt }, tell);
}

async function reencrypt(mail: KeyedMail): Promise<boolean> {
  const after = resealBodyKey(mail);
  return after !== mail.bodyKey && replaceBodyKey(mail, after);
}
