import { prisma, type Transaction } from "@/lib/db";
import type { MailMessage, Prisma } from "@/lib/generated/prisma/client";

export type { MailMessage };

export type MailStatus = "QUEUED" | "SENT" | "STORED" | "FAILED";

export interface NewMail {
  id: string;
  organisationId: string;
  recipient: string;
  template: string;
  subject: string;
  text: string;
  html: string;
  status: MailStatus;
  error: string | null;
  createdAt: Date;
}

export async function insertMail(tx: Transaction, mail: NewMail): Promise<void> {
  await tx.mailMessage.create({ data: mail });
}

// Mail is sent and looked at by the service itself, which is told a mail's id and no organisation.

export async function findMail(id: string): Promise<MailMessage | null> {
  return prisma().mailMessage.findUnique({ where: { id } });
}

/** Takes a waiting mail for one try, which counts at once; null where it is not waiting or another process has it. */
export async function claimMail(id: string, now: Date, claimedUntil: Date): Promise<MailMessage | null> {
  const isFree = { OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }] };
  const [claimed] = await prisma().mailMessage.updateManyAndReturn({
    where: { id, status: "QUEUED", ...isFree },
    data: { attempts: { increment: 1 }, claimedUntil },
  });
  return claimed ?? null;
}

/** Ends a try of a mail that waits: with its last status, or with QUEUED for another try. */
export async function finishMail(
  id: string,
  result: { status: MailStatus; error: string | null; sentAt?: Date },
): Promise<void> {
  await prisma().mailMessage.updateMany({ where: { id, status: "QUEUED" }, data: { ...result, claimedUntil: null } });
}

/** Newest first, at most `take`; without an organisation those of all. */
export async function findMails(organisationId: string | undefined, take: number) {
  const where: Prisma.MailMessageWhereInput = organisationId === undefined ? {} : { organisationId };
  return prisma().mailMessage.findMany({
    where,
    orderBy: { id: "desc" },
    take,
    omit: { text: true, html: true },
  });
}
