import { isId } from "@/lib/platform/core/id-prefixes";
import { pool, type Transaction } from "@/lib/platform/database/db";
import { GroupedLookup } from "@/lib/platform/database/grouped-lookup";

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

/** The inner subquery hides the number of ids: otherwise PostgreSQL would plan each execution for its values. */
const links = new GroupedLookup<StoredLink[]>(async (organisationId, eventIds) => {
  const { rows } = await pool().query<StoredLink & { eventId: string }>({
    name: "integrations-find-tickets",
    text: `
      SELECT event.id AS "eventId", link.* FROM unnest(ARRAY(SELECT unnest($2::text[]))) AS event(id) CROSS JOIN LATERAL (
        SELECT integration.kind, key, url, title, status, linked_at AS "linkedAt"
        FROM ticket_links link JOIN integrations integration
          ON integration.organisation_id = $1 AND integration.id = integration_id
        WHERE link.organisation_id = $1 AND event_id = event.id ORDER BY linked_at, integration_id, key LIMIT 200) link`,
    values: [organisationId, eventIds],
  });
  const found = new Map<string, StoredLink[]>();
  for (const { eventId, ...link } of rows) {
    const known = found.get(eventId);
    if (known) known.push(link);
    else found.set(eventId, [link]);
  }
  return found;
});

/** The tickets that name an event, the first one linked first. */
export async function findLinks(organisationId: string, eventId: string): Promise<StoredLink[]> {
  return (isId("auditEvent", eventId) && (await links.get(organisationId, eventId))) || [];
}

export async function deleteLinks(tx: Transaction, organisationId: string, eventId: string): Promise<void> {
  await tx.ticketLink.deleteMany({ where: { organisationId, eventId } });
}
