import { testStream } from "@/lib/domains/audit-streams";
import { StreamTest } from "@/lib/domains/audit-streams/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit-streams/{id}/test", {
  POST: route(
    {
      summary: "Test an audit stream",
      description:
        "Sends one line of type `stream.test` with the header `X-Stream-Test: true` and returns the result within 10 seconds. The position does not change. You can also test paused streams.",
      scope: "webhooks:write",
      limit: "webhooks.write",
      params: IdParams,
      response: StreamTest,
      errors: ["not_found"],
    },
    (ctx, { params }) => testStream(ctx, params.id),
  ),
});
