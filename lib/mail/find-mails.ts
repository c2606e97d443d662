import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { paginate, readPlace } from "@/lib/http/paging";
import { isId } from "@/lib/id-prefixes";
import type { ListMails, Mail, MailList } from "@/lib/mail/schemas";
import { openBody } from "@/lib/mail/seal-body";
import { countMails, findMailOf, findMailsOf, type MailOutline } from "@/lib/mail/store";
import { isMailServerConfigured } from "@/lib/mail/transport";

/** The organisation's mails, newest first, without what they say. Throws `invalid_cursor` for a cursor of another list. */
export async function findMails(ctx: Context, { limit, cursor, status }: ListMails): Promise<MailList> {
  const organisationId = ctx.organisation.id;
  const binding = ["mails", organisationId, status ?? null];
  const place = readPlace(cursor, binding);
  const found = await findMailsOf(organisationId, { status, beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countMails(organisationId, status));
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toSummary), pagination };
}

/**
 * One mail of the organisation. What it says is told only where no SMTP server is configured, for there an administrator
 * must bring it across: elsewhere the links in it are for the one it was sent to.
 */
export async function findMail(ctx: Context, id: string): Promise<Mail> {
  const mail = isId("mail", id) ? await findMailOf(ctx.organisation.id, id) : null;
  if (!mail) throw notFound("mail");
  return { ...toSummary(mail), body: isMailServerConfigured() ? null : openBody(mail) };
}

function toSummary({ id, recipient, template, subject, status, attempts, error, createdAt, sentAt }: MailOutline) {
  return {
    id,
    recipient,
    template,
    subject,
    status,
    attempts,
    error,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}
