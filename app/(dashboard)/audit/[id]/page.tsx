import { PageFor } from "@/app/(dashboard)/page-for";
import { EventDetail } from "@/components/features/audit-chain/event-detail";
import { keys } from "@/components/ui/api/keys";
import { getNeighbours } from "@/lib/domains/audit-chain";
import { getEventWithTickets } from "@/lib/domains/integrations";

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
