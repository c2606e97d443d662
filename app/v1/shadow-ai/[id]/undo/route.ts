import { undoStep } from "@/lib/domains/shadow-ai";
import { UpdatedDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { Reply, resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}/undo", {
  POST: route(
    {
      summary: "Undo the last update of a shadow AI detection",
      description:
        "Restores status, assignee, notes, resolution and due date to their values before the last triage step, and records the undo on the audit chain. A step can be undone for 10 minutes, if nothing else about the detection has changed since (409). A step that approved an exception request cannot be undone. Requires the same permissions as the step itself.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.write",
      params: IdParams,
      response: UpdatedDetection,
      responseHeaders: { ETag: "The version of the detection after the undo, for `If-Match`." },
      errors: ["not_found", "conflict"],
    },
    async (ctx, { params }) => {
      const { updated, tag } = await undoStep(ctx, params.id);
      return Reply.data(updated, { headers: { ETag: tag } });
    },
  ),
});
