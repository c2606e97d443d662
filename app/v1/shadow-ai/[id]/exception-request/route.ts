import { requestException } from "@/lib/domains/shadow-ai";
import { ExceptionRequest, RequestException } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}/exception-request", {
  POST: route(
    {
      summary: "Request an exception",
      description:
        "Requests that the use behind a detection be allowed until a date. The detection must be OPEN or INVESTIGATING. Another member decides, and the organisation's owner is notified by e-mail. A detection has at most one PENDING request (409). Requires a signed-in member.",
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
