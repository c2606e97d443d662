import { undoOperation } from "@/lib/domains/shadow-ai";
import { OperationParams, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/bulk/{operationId}/undo", {
  POST: route(
    {
      summary: "Undo a change of many shadow AI detections",
      description:
        "Undoes what one `POST /v1/shadow-ai/bulk` changed, each detection on its own and under the same rules as `POST /v1/shadow-ai/{id}/undo`: `results` says for each whether it was restored. An operation that changed nothing, or of which nothing can be undone, is 404.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.write",
      params: OperationParams,
      response: UpdatedDetections,
      errors: ["not_found"],
    },
    (ctx, { params }) => undoOperation(ctx, params.operationId),
  ),
});
