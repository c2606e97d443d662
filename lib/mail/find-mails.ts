import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { isId } from "@/lib/id-prefixes";
import type { ListMails, Mail, MailList } from "@/lib/mail/schemas";
import { openRedacted, withoutTokens } from "@/lib/mail/seal-body";
import { countMails, findMailOf, findMailsOf, type MailOutline } from "@/lib/mail/store";
import { paginate, readPlace } from "@/lib/resource/list-page";

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

/** One mail of the organisation, without the tokens of links: with one of them an administrator could act as its recipient. */
export async function findMail(ctx: Context, id: string): Promise<Mail> {
  const mail = isId("mail", id) ? await findMailOf(ctx.organisation.id, id) : null;
  if (!mail) throw notFound("mail");
  return { ...toSummary(mail), body: openRedacted(mail) };
}

function toSummary({ id, recipient, template, subject, status, attempts, error, createdAt, sentAt }: MailOutline) {
  return {
    id,
    recipient,
    template,
    subject,
    status,
    attempts,
    error: error && withoutTokens(error),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}
