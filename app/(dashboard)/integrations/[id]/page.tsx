import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { loadDeliveryFilters } from "@/components/features/integrations/filters";
import { IntegrationDetail } from "@/components/features/integrations/integration-detail";
import { keys } from "@/components/ui/api/keys";
import { getIntegration, listDeliveries, versionOf } from "@/lib/domains/integrations";
import { ListDeliveries } from "@/lib/domains/integrations/schemas";

export default async function IntegrationPage({ params, searchParams }: PageProps<"/integrations/[id]">) {
  const { id } = await params;
  const filters = await loadDeliveryFilters(searchParams);
  return (
    <PageFor
      permission="integrations:read"
      queries={(ctx) => [
        [keys.integrations.one(id), () => tagged(getIntegration(ctx, id), versionOf)],
        [keys.integrations.deliveries(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
      ]}
    >
      <IntegrationDetail id={id} />
    </PageFor>
  );
}
