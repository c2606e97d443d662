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
        "The detection is RESOLVED as APPROVED_EXCEPTION until the time that was asked for, with the justification as its notes; one that is OPEN is taken to INVESTIGATING first. Each step is an event on the audit chain, and the requester is told by mail. 403 for whoever asked for it; 409 where the request or the detection has been decided, or the time that was asked for is no longer possible. To end an exception, move the detection to INVESTIGATING.",
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
