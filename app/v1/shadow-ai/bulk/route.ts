import { updateDetections } from "@/lib/domains/shadow-ai";
import { UpdateDetections, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/bulk", {
  POST: route(
    {
      summary: "Change many shadow AI detections",
      description:
        "Makes the same change to up to 500 detections: those of `ids`, or those that `filter` finds, whose number you give as `expectedCount` (409 if the number has changed, and nothing changes). Each is changed on its own: `results` contains the error for each detection that was refused, with the code that a PATCH would return. What changed can be undone as a whole with `operationId`.",
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
