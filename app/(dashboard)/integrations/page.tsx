import { listRoute } from "@/app/(dashboard)/routes";
import { integrationFilters } from "@/components/features/integrations/filters";
import { IntegrationList } from "@/components/features/integrations/integration-list";
import { keys } from "@/components/ui/api/keys";
import { listIntegrations } from "@/lib/domains/integrations";
import { ListIntegrations } from "@/lib/domains/integrations/schemas";

export default listRoute({
  permission: "integrations:read",
  view: IntegrationList,
  filters: integrationFilters,
  key: keys.integrations.list,
  list: listIntegrations,
  schema: ListIntegrations,
});
