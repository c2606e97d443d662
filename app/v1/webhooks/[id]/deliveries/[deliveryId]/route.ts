import { getDelivery } from "@/lib/domains/webhooks";
import { DeliveryDetail, DeliveryParams } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/deliveries/{deliveryId}", {
  GET: route(
    {
      summary: "Get a webhook delivery",
      description: "Returns the delivery with its envelope and the request and response of each attempt.",
      scope: "webhooks:read",
      limit: "webhooks.read",
      params: DeliveryParams,
      response: DeliveryDetail,
      errors: ["not_found"],
    },
    (ctx, { params }) => getDelivery(ctx, params.id, params.deliveryId),
  ),
});
