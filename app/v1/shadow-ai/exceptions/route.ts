import { listExceptions } from "@/lib/domains/shadow-ai";
import { ExceptionRequestList, ListExceptions } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/exceptions", {
  GET: route(
    {
      summary: "List exception requests",
      description:
        "Returns all requests with their decisions, newest first. Active exceptions are detections whose `resolution` is APPROVED_EXCEPTION.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListExceptions,
      response: ExceptionRequestList,
    },
    (ctx, { query }) => listExceptions(ctx, query),
  ),
});
