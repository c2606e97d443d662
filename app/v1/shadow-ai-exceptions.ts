import { approveException, listExceptions, rejectException, withdrawException } from "@/lib/domains/shadow-ai";
import {
  DecideException,
  ExceptionRequest,
  ExceptionRequestList,
  ListExceptions,
} from "@/lib/domains/shadow-ai/schemas-triage";
import { recordRoute, resources, route } from "@/lib/platform/http";

const approve = { scope: "shadow_ai:write", permission: "exceptions:approve", limit: "shadow-ai.write" } as const;

export const shadowAiExceptions = resources({
  "/v1/shadow-ai/exceptions": {
    GET: route({
      summary: "List exception requests",
      description:
        "Returns all exception requests with their decisions, newest first. To find active exceptions, list detections whose `resolution` is APPROVED_EXCEPTION.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListExceptions,
      response: ExceptionRequestList,
      handler: (ctx, { query }) => listExceptions(ctx, query),
    }),
  },
  "/v1/shadow-ai/exceptions/{id}/approve": {
    POST: recordRoute({
      ...approve,
      summary: "Approve an exception request",
      description:
        "Resolves the detection as APPROVED_EXCEPTION until the requested date and replaces its notes with the justification. An OPEN detection is moved to INVESTIGATING first. Each step is recorded on the audit chain, and the requester is notified by e-mail. Requesters cannot approve their own requests (403). Returns 409 if the request has already been decided, the detection is already resolved or dismissed, or the requested end date is no longer allowed. To end an exception, move the detection to INVESTIGATING.",
      body: DecideException,
      response: ExceptionRequest,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => approveException(ctx, params.id, body),
    }),
  },
  "/v1/shadow-ai/exceptions/{id}/reject": {
    POST: recordRoute({
      ...approve,
      summary: "Reject an exception request",
      description:
        "Rejects an exception request. The detection does not change, and the requester is notified by e-mail. Requesters cannot reject their own requests (403). Returns 409 if the request has already been decided.",
      body: DecideException,
      response: ExceptionRequest,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => rejectException(ctx, params.id, body),
    }),
  },
  "/v1/shadow-ai/exceptions/{id}/withdraw": {
    POST: recordRoute({
      summary: "Withdraw an exception request",
      description:
        "Withdraws your own exception request. Returns 403 if another member made the request, and 409 if the request is no longer PENDING.",
      scope: "session",
      permission: "exceptions:request",
      limit: "shadow-ai.write",
      response: ExceptionRequest,
      errors: ["conflict"],
      handler: (ctx, { params }) => withdrawException(ctx, params.id),
    }),
  },
});
