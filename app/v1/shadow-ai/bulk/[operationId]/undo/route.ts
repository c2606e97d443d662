import { undoOperation } from "@/lib/domains/shadow-ai";
import { OperationParams, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/bulk/{operationId}/undo", {
  POST: route(
    {
      summary: "Undo a bulk update of shadow AI detections",
      description:
        "Undoes the changes of one `POST /v1/shadow-ai/bulk`, each detection separately and under the same rules as `POST /v1/shadow-ai/{id}/undo`. `results` shows which detections were restored. Returns 404 if the operation changed nothing or nothing can be undone.",
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
