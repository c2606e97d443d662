import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { EndpointDetail } from "@/components/features/webhooks/endpoint-detail";
import { loadDeliveryFilters } from "@/components/features/webhooks/filters";
import { keys } from "@/components/ui/api/keys";
import { getEndpoint, listDeliveries } from "@/lib/domains/webhooks";
import { ListDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default async function WebhookPage({ params, searchParams }: PageProps<"/webhooks/[id]">) {
  const { id } = await params;
  const filters = await loadDeliveryFilters(searchParams);
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.one(id), () => getEndpoint(ctx, id).then((data) => ({ data, etag: entityTag(data) }))],
        [keys.deliveries.list(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
      ]}
    >
      <EndpointDetail id={id} />
    </PageFor>
  );
}
