import { recover } from "@/lib/domains/webhooks";
import { RecoverDeliveries, Recovery } from "@/lib/domains/webhooks/schemas-deliveries";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/webhooks/{id}/recover", {
  POST: route(
    {
      summary: "Replay failed deliveries",
      description:
        "Sends all FAILED deliveries created from `since` to `until` again, oldest first. With `dryRun`, only counts them. Returns 409 while the endpoint is disabled.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      body: RecoverDeliveries,
      response: Recovery,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => recover(ctx, params.id, body),
  ),
});
