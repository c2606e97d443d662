import { listBatches } from "@/lib/domains/audit-streams";
import { StreamBatchList } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}/batches", {
  GET: route(
    {
      summary: "List recent batches of an audit stream",
      description:
        "Returns the latest 100 delivery attempts, newest first. A batch that was retried has one entry per attempt.",
      scope: "webhooks:read",
      limit: "webhooks.read",
      params: IdParams,
      response: StreamBatchList,
      errors: ["not_found"],
    },
    (ctx, { params }) => listBatches(ctx, params.id),
  ),
});
