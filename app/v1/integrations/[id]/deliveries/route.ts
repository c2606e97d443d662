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
        "What the product sent, signed with the integration's secret, and what became of it, newest first. Each delivery is there once, however often it was sent: for ever where it became an event, for 90 days where it did not. That an event is named here proves that it was made of a delivery; an integration's id among an event's tags does not, because any caller may put it there.",
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
