import { rejectException } from "@/lib/domains/shadow-ai";
import { DecideException, ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/exceptions/{id}/reject", {
  POST: route(
    {
      summary: "Reject an exception",
      description:
        "The detection does not change, and the requester is notified by e-mail. Requesters cannot reject their own request (403). Returns 409 if the request is already decided.",
      scope: "shadow_ai:write",
      permission: "exceptions:approve",
      limit: "shadow-ai.write",
      params: IdParams,
      body: DecideException,
      response: ExceptionRequest,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => rejectException(ctx, params.id, body),
  ),
});
