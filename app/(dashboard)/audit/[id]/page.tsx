import { recordRoute } from "@/app/(dashboard)/routes";
import { EventDetail } from "@/components/features/audit-chain/event-detail";
import { newestModels } from "@/components/features/models/constants";
import { keys } from "@/components/ui/api/keys";
import { getNeighbours } from "@/lib/domains/audit-chain";
import { getEventWithTickets } from "@/lib/domains/integrations";
import { listModels } from "@/lib/domains/models";

export default recordRoute({
  permission: "audit:read",
  view: EventDetail,
  key: keys.audit.one,
  read: getEventWithTickets,
  also: (ctx, id) => [
    [keys.audit.neighbours(id), () => getNeighbours(ctx, id)],
    [keys.models.list(newestModels), () => listModels(ctx, newestModels)],
  ],
});
