import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { EndpointDetail } from "@/components/features/webhooks/endpoint-detail";
import { loadDeliveryFilters } from "@/components/features/webhooks/filters";
import { keys } from "@/components/ui/api/keys";
import { getEndpoint, listDeliveries } from "@/lib/domains/webhooks";
import { ListDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";

export default async function WebhookPage({ params, searchParams }: PageProps<"/webhooks/[id]">) {
  const { id } = await params;
  const filters = await loadDeliveryFilters(searchParams);
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.one(id), () => tagged(getEndpoint(ctx, id), (stored) => stored)],
        [keys.deliveries.list(id, filters), () => listDeliveries(ctx, id, asQuery(ListDeliveries, filters))],
      ]}
    >
      <EndpointDetail id={id} />
    </PageFor>
  );
}
