import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { EndpointDetail } from "@/components/webhooks/endpoint-detail";
import { loadDeliveryFilters } from "@/components/webhooks/filters";
import { entityTag } from "@/lib/resource/entity-tag";
import { getEndpoint, listDeliveries } from "@/lib/webhooks";
import { ListDeliveries } from "@/lib/webhooks/schemas-deliveries";

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
