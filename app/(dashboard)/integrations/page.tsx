import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadIntegrationFilters } from "@/components/features/integrations/filters";
import { IntegrationList } from "@/components/features/integrations/integration-list";
import { keys } from "@/components/ui/api/keys";
import { listIntegrations } from "@/lib/domains/integrations";
import { ListIntegrations } from "@/lib/domains/integrations/schemas";

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
