import { testEndpoint } from "@/lib/domains/webhooks";
import { Delivery, TestEndpoint } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/test", {
  POST: route(
    {
      summary: "Send a test event",
      description:
        "Sends the endpoint, and no other, an envelope with the type's example as data and `livemode: false`, also of a type that it does not listen to. While the endpoint is disabled the answer is 409.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      body: TestEndpoint,
      response: Delivery,
      status: 201,
      idempotent: true,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => testEndpoint(ctx, params.id, body),
  ),
});
