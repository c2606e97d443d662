import type { Transaction } from "@/lib/db";
import { deleteLinks } from "@/lib/integrations/tickets/ticket-store";

/** Takes away the tickets that stand beside an event: what they are called may repeat what it said. */
export async function unlinkTickets(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  await deleteLinks(tx, organisationId, eventId);
}
