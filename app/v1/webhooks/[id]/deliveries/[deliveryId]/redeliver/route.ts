import { redeliver } from "@/lib/domains/webhooks";
import { Delivery, DeliveryParams } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource(
  "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  {
    POST: route(
      {
        summary: "Deliver again",
        description:
          "Sends the same envelope under the same id again, now, with up to five attempts whose numbers go on; in whatever state the delivery is. While the endpoint is disabled the answer is 409.",
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
