import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { EventDetail } from "@/components/audit/event-detail";
import { getNeighbours } from "@/lib/audit-chain";
import { getEventWithTickets } from "@/lib/integrations";

export default async function EventPage({ params }: PageProps<"/audit/[id]">) {
  const { id } = await params;
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [
        [keys.audit.one(id), () => getEventWithTickets(ctx, id)],
        [keys.audit.neighbours(id), () => getNeighbours(ctx, id)],
      ]}
    >
      <EventDetail id={id} />
    </PageFor>
  );
}
