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
        "Where GitHub, Jira and MLflow send their webhooks. A delivery is authenticated by the product's own signature with the integration's secret (`X-Hub-Signature-256`, `X-Hub-Signature` or `X-MLflow-Signature`), and refused (401) without it, for an id of no integration as for any other. It becomes an audit event at most once: a repeat is answered with the first one's event. Deliveries that are signed count in the organisation's bucket `integrations.receive`; others count as failures of their address.",
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
