import type { Transaction } from "@/lib/db";
import type { Ticket } from "@/lib/integrations/products/types";
import { insertLinks, updateLinks } from "@/lib/integrations/tickets/ticket-store";

interface Told {
  organisationId: string;
  integrationId: string;
  ticket: Ticket;
  /** Events of the organisation that the ticket names. */
  eventIds: string[];
  now: Date;
}

/**
 * Links a ticket to the events that it names, and brings the links that it has up to date. A link stays when a text does
 * not name the event any more: that it once did is what an auditor asks for.
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
