import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadIntegrationFilters } from "@/components/integrations/filters";
import { IntegrationList } from "@/components/integrations/integration-list";
import { listIntegrations } from "@/lib/integrations";
import { ListIntegrations } from "@/lib/integrations/schemas";

export default async function IntegrationsPage({ searchParams }: PageProps<"/integrations">) {
  const filters = await loadIntegrationFilters(searchParams);
  return (
    <PageFor
      permission="integrations:read"
      queries={(ctx) => [
        [keys.integrations.list(filters), () => listIntegrations(ctx, asQuery(ListIntegrations, filters))],
      ]}
    >
      <IntegrationList />
    </PageFor>
  );
}
