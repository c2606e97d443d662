import { recordRoute } from "@/app/(dashboard)/routes";
import { EventDetail } from "@/components/features/audit-chain/event-detail";
import { keys } from "@/components/ui/api/keys";
import { getNeighbours } from "@/lib/domains/audit-chain";
import { getEventWithTickets } from "@/lib/domains/integrations";

export default recordRoute({
  permission: "audit:read",
  view: EventDetail,
  key: keys.audit.one,
  read: getEventWithTickets,
  also: (ctx, id) => [[keys.audit.neighbours(id), () => getNeighbours(ctx, id)]],
});
