import { prisma, type Transaction } from "@/lib/platform/database/db";

/** A stored link between a ticket and an event. */
export interface StoredLink {
  kind: string;
  key: string;
  url: string;
  title: string;
  status: string;
  linkedAt: Date;
}

export interface TicketLinks {
  organisationId: string;
  integrationId: string;
  key: string;
  url: string;
  title: string;
  status: string;
  toldAt: Date;
  linkedAt: Date;
}

/** Links a ticket to events. Existing links are unchanged. */
export async function insertLinks(tx: Transaction, link: TicketLinks, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.ticketLink.createMany({ data: eventIds.map((eventId) => ({ ...link, eventId })), skipDuplicates: true });
}

/** Updates all links of a ticket, unless they contain a later state. */
export async function updateLinks(
  tx: Transaction,
  { organisationId, integrationId, key, url, title, status, toldAt }: TicketLinks,
): Promise<void> {
  await tx.ticketLink.updateMany({
    where: { organisationId, integrationId, key, toldAt: { lt: toldAt } },
    data: { url, title, status, toldAt },
  });
}

/** The tickets that name an event, the first one linked first. */
export async function findLinks(
  tx: Transaction | undefined,
  organisationId: string,
  eventId: string,
): Promise<StoredLink[]> {
  const rows = await (tx ?? prisma()).ticketLink.findMany({
    where: { organisationId, eventId },
    select: {
      key: true,
      url: true,
      title: true,
      status: true,
      linkedAt: true,
      integration: { select: { kind: true } },
    },
    orderBy: [{ linkedAt: "asc" }, { integrationId: "asc" }, { key: "asc" }],
    take: 200,
  });
  return rows.map(({ integration: { kind }, ...link }) => ({ kind, ...link }));
}

export async function deleteLinks(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  await tx.ticketLink.deleteMany({ where: { organisationId, eventId } });
}
