import { listRoute } from "@/app/(dashboard)/routes";
import { EndpointList } from "@/components/features/webhooks/endpoint-list";
import { endpointFilters } from "@/components/features/webhooks/filters";
import { keys } from "@/components/ui/api/keys";
import { listEndpoints } from "@/lib/domains/webhooks";
import { ListWebhookEndpoints } from "@/lib/domains/webhooks/schemas";

export default listRoute({
  permission: "webhooks:read",
  view: EndpointList,
  filters: endpointFilters,
  key: keys.webhooks.list,
  list: listEndpoints,
  schema: ListWebhookEndpoints,
});
