import { withdrawException } from "@/lib/domains/shadow-ai";
import { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/exceptions/{id}/withdraw", {
  POST: route(
    {
      summary: "Withdraw an exception request",
      description:
        "Only the requester can withdraw a request (403), while it is PENDING (409). Requires a signed-in member.",
      scope: "session",
      permission: "exceptions:request",
      limit: "shadow-ai.write",
      params: IdParams,
      response: ExceptionRequest,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => withdrawException(ctx, params.id),
  ),
});
