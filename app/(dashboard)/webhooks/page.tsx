import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { EndpointList } from "@/components/features/webhooks/endpoint-list";
import { loadEndpointFilters } from "@/components/features/webhooks/filters";
import { keys } from "@/components/ui/api/keys";
import { listEndpoints } from "@/lib/domains/webhooks";
import { ListWebhookEndpoints } from "@/lib/domains/webhooks/schemas";

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
