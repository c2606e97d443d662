import { listDeliveries } from "@/lib/domains/webhooks";
import { DeliveryList, ListDeliveries } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/deliveries", {
  GET: route(
    {
      summary: "List an endpoint's deliveries",
      description: "Lists finished and pending deliveries to the endpoint, newest first.",
      scope: "webhooks:read",
      limit: "webhooks.read",
      params: IdParams,
      query: ListDeliveries,
      response: DeliveryList,
      errors: ["not_found", "invalid_cursor"],
    },
    (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
  ),
});
