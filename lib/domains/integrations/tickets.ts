import { getEvent } from "@/lib/domains/audit-chain";
import type { Ticket } from "@/lib/domains/integrations/products/product";
import { deleteLinks, findLinks, insertLinks, updateLinks } from "@/lib/domains/integrations/ticket-store";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";

/** A ticket beside an event that its text names. */
interface LinkedTicket {
  system: string;
  key: string;
  url: string;
  title: string;
  status: string;
  linkedAt: string;
}

type Event = Awaited<ReturnType<typeof getEvent>>;

/** One event of the organisation with the tickets that name it. Throws `not_found`, also for another organisation's event. */
export async function getEventWithTickets(
  ctx: Context,
  eventId: string,
): Promise<Event & { linkedTickets: LinkedTicket[] }> {
  const [event, links] = await Promise.all([getEvent(ctx, eventId), findLinks(ctx.organisation.id, eventId)]);
  const linkedTickets = links.map(({ kind, linkedAt, ...link }) => ({
    system: kind,
    ...link,
    linkedAt: linkedAt.toISOString(),
  }));
  return { ...event, linkedTickets };
}

interface Told {
  organisationId: string;
  integrationId: string;
  ticket: Ticket;
  /** Events of the organisation that the ticket names. */
  eventIds: string[];
  now: Date;
}

/**
 * Links a ticket to the events that its text names, and updates the existing links. A link remains when the text no
 * longer names the event, because auditors need to see that it once did.
 */
export async function linkTicket(
  tx: Transaction,
  { organisationId, integrationId, ticket, eventIds, now }: Told,
): Promise<void> {
  const { key, url, title, status } = ticket;
  const toldAt = ticket.toldAt === undefined ? now : new Date(Math.min(Date.parse(ticket.toldAt), now.getTime()));
  const link = { organisationId, integrationId, key, url, title, status, toldAt, linkedAt: now };
  await updateLinks(tx, link);
  await insertLinks(tx, link, eventIds);
}

/** Removes the tickets linked to an event: their titles may repeat the content of the event. */
export async function unlinkTickets(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  await deleteLinks(tx, organisationId, eventId);
}
