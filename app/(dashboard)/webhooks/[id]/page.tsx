import { asQuery } from "@/app/(dashboard)/as-query";
import { recordRoute } from "@/app/(dashboard)/routes";
import { newestModels } from "@/components/features/models/constants";
import { EndpointDetail } from "@/components/features/webhooks/endpoint-detail";
import { deliveryFilters } from "@/components/features/webhooks/filters";
import { keys } from "@/components/ui/api/keys";
import { listModels } from "@/lib/domains/models";
import { getEndpoint, listDeliveries, versionOf } from "@/lib/domains/webhooks";
import { ListDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";

export default recordRoute({
  permission: "webhooks:read",
  view: EndpointDetail,
  filters: deliveryFilters,
  key: keys.webhooks.one,
  read: getEndpoint,
  version: versionOf,
  also: (ctx, id, filters) => [
    [keys.deliveries.list(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
    [keys.models.list(newestModels), () => listModels(ctx, newestModels)],
  ],
});
