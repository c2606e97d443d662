import { listDeliveries } from "@/lib/domains/integrations";
import { DeliveryList, ListDeliveries } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}/deliveries", {
  GET: route(
    {
      summary: "List an integration's deliveries",
      description:
        "Lists correctly signed deliveries and their results, newest first. Each delivery is listed once, even if it was sent repeatedly. Recorded deliveries are kept permanently, ignored deliveries for 90 days. An event listed here was recorded from a delivery. An event that is only tagged with the integration's ID may not be, because any caller can set tags.",
      scope: "admin",
      permission: "integrations:read",
      limit: "integrations.read",
      params: IdParams,
      query: ListDeliveries,
      response: DeliveryList,
      errors: ["not_found", "invalid_cursor"],
    },
    (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
  ),
});
