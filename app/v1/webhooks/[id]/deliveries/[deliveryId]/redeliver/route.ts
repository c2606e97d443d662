import { redeliver } from "@/lib/domains/webhooks";
import { Delivery, DeliveryParams } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource(
  "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  {
    POST: route(
      {
        summary: "Redeliver a webhook delivery",
        description:
          "Sends the same envelope with the same ID again, immediately, with up to five attempts. Attempt numbers continue. Works for deliveries in any status. Returns 409 while the endpoint is disabled.",
        scope: "webhooks:write",
        limit: "webhooks.write",
        params: DeliveryParams,
        response: Delivery,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params }) => redeliver(ctx, params.id, params.deliveryId),
    ),
  },
);
