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
        "Sends an envelope with example data and `livemode: false` to this endpoint only. You can use any event type, including types that the endpoint is not subscribed to. Returns 409 while the endpoint is disabled.",
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
