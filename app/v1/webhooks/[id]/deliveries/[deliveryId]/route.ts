import { getDelivery } from "@/lib/domains/webhooks";
import { DeliveryDetail, DeliveryParams } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/deliveries/{deliveryId}", {
  GET: route(
    {
      summary: "Read a delivery",
      description: "With the envelope, and of each attempt what was sent and what came back.",
      scope: "webhooks:read",
      limit: "webhooks.read",
      params: DeliveryParams,
      response: DeliveryDetail,
      errors: ["not_found"],
    },
    (ctx, { params }) => getDelivery(ctx, params.id, params.deliveryId),
  ),
});
