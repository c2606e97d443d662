import { updateDetections } from "@/lib/domains/shadow-ai";
import { UpdateDetections, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/bulk", {
  POST: route(
    {
      summary: "Update several shadow AI detections",
      description:
        "Applies one change to up to 500 detections: those in `ids`, or all matches of `filter`, with their number as `expectedCount` (409 if the number has changed; nothing is updated). Each detection is updated separately: `results` contains the error of each rejected detection, with the code that PATCH would return. Undo the whole operation with its `operationId`.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.write",
      body: UpdateDetections,
      response: UpdatedDetections,
      errors: ["conflict", "not_a_member"],
    },
    (ctx, { body }) => updateDetections(ctx, body),
  ),
});
