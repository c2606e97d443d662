import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadDeliveryFilters } from "@/components/integrations/filters";
import { IntegrationDetail } from "@/components/integrations/integration-detail";
import { getIntegration, listDeliveries, versionOf } from "@/lib/integrations";
import { ListDeliveries } from "@/lib/integrations/schemas";
import { entityTag } from "@/lib/resource/entity-tag";

export default async function IntegrationPage({ params, searchParams }: PageProps<"/integrations/[id]">) {
  const { id } = await params;
  const filters = await loadDeliveryFilters(searchParams);
  return (
    <PageFor
      permission="integrations:read"
      queries={(ctx) => [
        [
          keys.integrations.one(id),
          () => getIntegration(ctx, id).then((data) => ({ data, etag: entityTag(versionOf(data)) })),
        ],
        [keys.integrations.deliveries(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
      ]}
    >
      <IntegrationDetail id={id} />
    </PageFor>
  );
}
