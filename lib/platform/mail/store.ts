import type { MailMessage as StoredMail } from "@/lib/generated/prisma/client";
import { type Outdated, outsidePeriods, periodBounds } from "@/lib/platform/core/periods";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type MailStatus = "QUEUED" | "SENT" | "STORED" | "FAILED";

/** A stored e-mail with encrypted content. */
export type MailMessage = StoredMail & { status: MailStatus };

export type MailKey = Pick<StoredMail, "organisationId" | "id">;

export type MailOutline = Omit<MailMessage, "text" | "html" | "bodyKey" | "linkToken">;

type NewMail = Omit<MailMessage, "attempts" | "claimedUntil" | "sentAt">;

export async function insertMail(tx: Transaction, mail: NewMail): Promise<void> {
  await tx.mailMessage.create({ data: mail });
}

// For the service itself, which identifies e-mails without an organisation.

export async function findMailById(id: string): Promise<MailMessage | null> {
  return withStatus(await prisma().mailMessage.findFirst({ where: { id } }));
}

/** Claims a queued e-mail and counts the attempt; null if it is not queued or another process has claimed it. */
export async function claimMail(
  { organisationId, id }: MailKey,
  now: Date,
  claimedUntil: Date,
): Promise<MailMessage | null> {
  const isFree = { OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }] };
  const [claimed] = await prisma().mailMessage.updateManyAndReturn({
    where: { organisationId, id, status: "QUEUED", ...isFree },
    data: { attempts: { increment: 1 }, claimedUntil },
  });
  return withStatus(claimed ?? null);
}

/**
 * Ends an attempt with the final status, or QUEUED for another attempt. Deletes the link token of a sent e-mail.
 *
 * @returns whether the e-mail was still queued, and its row could be written.
 */
export async function finishMail(
  { organisationId, id }: MailKey,
  result: { status: MailStatus; error: string | null; sentAt?: Date },
): Promise<boolean> {
  const { count } = await prisma().mailMessage.updateMany({
    where: { organisationId, id, status: "QUEUED" },
    data: { ...result, claimedUntil: null, ...(result.status === "SENT" && { linkToken: null }) },
  });
  return count === 1;
}

/** The queued e-mails of all organisations, and the age of the oldest. For the operator. */
export async function readMailQueue(): Promise<{ depth: number; oldestSeconds: number | null }> {
  const [queue] = await prisma().$queryRaw<{ depth: number; oldestSeconds: number | null }[]>`
    SELECT count(*)::int AS depth, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS "oldestSeconds"
    FROM mail_messages WHERE status = 'QUEUED'`;
  return queue ?? { depth: 0, oldestSeconds: null };
}

/** The newest e-mail of all organisations that was attempted, without its content and recipient. For the operator. */
export async function findLastAttemptedMail(): Promise<Pick<StoredMail, "status" | "createdAt" | "sentAt"> | null> {
  return prisma().mailMessage.findFirst({
    where: { attempts: { gt: 0 }, status: { not: "STORED" } },
    orderBy: { id: "desc" },
    select: { status: true, createdAt: true, sentAt: true },
  });
}

export interface KeyedMail extends MailKey {
  bodyKey: string;
}

/** E-mail keys by ID, after `afterId`. */
export async function findBodyKeys(afterId: string, take: number): Promise<KeyedMail[]> {
  const found = await prisma().mailMessage.findMany({
    where: { id: { gt: afterId }, bodyKey: { not: null } },
    orderBy: { id: "asc" },
    take,
    select: { id: true, organisationId: true, bodyKey: true },
  });
  return found.flatMap(({ bodyKey, ...mail }) => (bodyKey === null ? [] : [{ ...mail, bodyKey }]));
}

export async function replaceBodyKey({ organisationId, id, bodyKey }: KeyedMail, after: string): Promise<boolean> {
  const { count } = await prisma().mailMessage.updateMany({
    where: { organisationId, id, bodyKey },
    data: { bodyKey: after },
  });
  return count === 1;
}

// For administrators of an organisation.

export async function findMailOf(organisationId: string, id: string): Promise<MailMessage | null> {
  return withStatus(await prisma().mailMessage.findFirst({ where: { organisationId, id } }));
}

interface MailFilter {
  /** Undefined for all organisations: operator's command line only. */
  organisationId: string | undefined;
  status?: MailStatus | undefined;
}

export function mailsOf({ organisationId, status }: MailFilter) {
  const where = { ...(organisationId !== undefined && { organisationId }), ...(status && { status }) };
  const omit = { text: true, html: true, bodyKey: true, linkToken: true } as const;
  return {
    rows: async (slice: Slice, reader: Pick<Reader, "mailMessage"> = prisma()): Promise<MailOutline[]> =>
      (await reader.mailMessage.findMany({ ...newestFirst(slice, where), omit })).map((mail) => withStatus(mail)),
    count: (reader: Reader) => reader.mailMessage.count({ where }),
  };
}

/** Deletes an organisation's older e-mails that are not queued. Returns their number. */
export async function deleteOldMails(
  tx: Transaction,
  organisationId: string,
  { before, kept, take }: Outdated,
): Promise<number> {
  return tx.$executeRawUnsafe(
    `DELETE FROM mail_messages WHERE organisation_id = $1 AND id IN (
       SELECT id FROM mail_messages
       WHERE organisation_id = $1 AND created_at < $2::timestamptz AND status <> 'QUEUED'
         AND ${outsidePeriods("created_at", "created_at", ["$3", "$4"])}
       ORDER BY id LIMIT $5::int)`,
    organisationId,
    before,
    ...periodBounds(kept),
    take,
  );
}

/** A check constraint guarantees the type. */
function withStatus<Row extends { status: string } | null>(row: Row): Row & ({ status: MailStatus } | null) {
  return row as Row & { status: MailStatus };
}
