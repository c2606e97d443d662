import { asQuery } from "@/app/(dashboard)/as-query";
import { recordRoute } from "@/app/(dashboard)/routes";
import { deliveryFilters } from "@/components/features/integrations/filters";
import { IntegrationDetail } from "@/components/features/integrations/integration-detail";
import { keys } from "@/components/ui/api/keys";
import { getIntegration, listDeliveries, versionOf } from "@/lib/domains/integrations";
import { ListDeliveries } from "@/lib/domains/integrations/schemas";

export default recordRoute({
  permission: "integrations:read",
  view: IntegrationDetail,
  filters: deliveryFilters,
  key: keys.integrations.one,
  read: getIntegration,
  version: versionOf,
  also: (ctx, id, filters) => [
    [keys.integrations.deliveries(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
  ],
});
