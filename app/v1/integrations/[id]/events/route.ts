import { receiveDelivery } from "@/lib/domains/integrations";
import { DeliveryReceipt } from "@/lib/domains/integrations/schemas";
import { resource, route } from "@/lib/platform/http";
import { clientAddress } from "@/lib/platform/http/request";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/integrations/{id}/events", {
  POST: route(
    {
      summary: "Receive a product's webhook",
      description:
        "Receives webhooks from GitHub, Jira and MLflow. Deliveries are authenticated by the product's signature with the integration's secret (`X-Hub-Signature-256`, `X-Hub-Signature` or `X-MLflow-Signature`). Returns 401 if the signature is invalid or the integration doesn't exist. A delivery is recorded at most once; a repeated delivery returns the original event. Signed deliveries count towards the organisation's rate limit `integrations.receive`, other requests towards the limit of failed requests from their address.",
      scope: "public",
      limit: "unlimited",
      params: IdParams,
      body: { stream: ["application/json"], encodings: [] },
      response: DeliveryReceipt,
      errors: ["unauthorized", "rate_limited", "invalid_json", "conflict", "model_not_registered"],
    },
    (ctx, { params, body, request }) =>
      receiveDelivery(ctx, {
        integrationId: params.id,
        headers: request.headers,
        body,
        clientAddress: clientAddress(request),
      }),
  ),
});
