import { revokeSession } from "@/lib/domains/members";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sessions/{id}", {
  DELETE: route(
    {
      summary: "End one of your sessions",
      description: "The session stops working everywhere within five seconds. Ending an ended session has no effect.",
      scope: "session",
      limit: "other.write",
      params: IdParams,
      response: "empty",
      status: 204,
      errors: ["not_found"],
    },
    (ctx, { params }) => revokeSession(ctx, params.id),
  ),
});
