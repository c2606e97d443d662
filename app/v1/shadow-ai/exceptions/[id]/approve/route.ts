import { approveException } from "@/lib/domains/shadow-ai";
import { DecideException, ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/exceptions/{id}/approve", {
  POST: route(
    {
      summary: "Approve an exception",
      description:
        "Resolves the detection as APPROVED_EXCEPTION until the requested date, with the justification as its notes. An OPEN detection is moved to INVESTIGATING first. Each step is recorded on the audit chain, and the requester is notified by e-mail. Requesters cannot approve their own request (403). Returns 409 if the request or the detection is already decided, or if the requested date is no longer possible. To end an exception, move the detection to INVESTIGATING.",
      scope: "shadow_ai:write",
      permission: "exceptions:approve",
      limit: "shadow-ai.write",
      params: IdParams,
      body: DecideException,
      response: ExceptionRequest,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => approveException(ctx, params.id, body),
  ),
});
