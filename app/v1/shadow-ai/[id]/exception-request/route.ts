import { requestException } from "@/lib/domains/shadow-ai";
import { ExceptionRequest, RequestException } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}/exception-request", {
  POST: route(
    {
      summary: "Ask for an exception",
      description:
        "Asks that the use of a detection, which is OPEN or INVESTIGATING, be allowed for a time. Somebody else decides, and the organisation's owner is told by mail. A detection has at most one request that is PENDING (409). For people who are signed in.",
      scope: "session",
      permission: "exceptions:request",
      limit: "shadow-ai.write",
      params: IdParams,
      body: RequestException,
      response: ExceptionRequest,
      status: 201,
      idempotent: true,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => requestException(ctx, params.id, body),
  ),
});
