import { getEvent } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { findLinks } from "@/lib/integrations/tickets/ticket-store";

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
  const event = await getEvent(ctx, eventId);
  const links = await findLinks(ctx.tx, ctx.organisation.id, event.id);
  const linkedTickets = links.map(({ kind, linkedAt, ...link }) => ({
    system: kind,
    ...link,
    linkedAt: linkedAt.toISOString(),
  }));
  return { ...event, linkedTickets };
}
