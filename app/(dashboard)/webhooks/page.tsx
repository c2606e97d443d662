import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { EndpointList } from "@/components/webhooks/endpoint-list";
import { loadEndpointFilters } from "@/components/webhooks/filters";
import { listEndpoints } from "@/lib/webhooks";
import { ListWebhookEndpoints } from "@/lib/webhooks/schemas";

export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  const filters = await loadEndpointFilters(searchParams);
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.list(filters), () => listEndpoints(ctx, asQuery(ListWebhookEndpoints, filters))],
      ]}
    >
      <EndpointList />
    </PageFor>
  );
}
