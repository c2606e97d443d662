import { getDetection, updateDetection } from "@/lib/domains/shadow-ai";
import { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { UpdateDetection, UpdatedDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { Reply, resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const versionHeader = {
  ETag: "The version of the detection for `If-Match`. New traffic does not change it.",
};

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}", {
  GET: route(
    {
      summary: "Get a shadow AI detection",
      description:
        "Includes the inputs of its score, its traffic of the last 30 days, and whether the record matches the audit chain. Send the `ETag` of the response as `If-Match` with an update.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      params: IdParams,
      response: ShadowAiDetectionDetail,
      responseHeaders: versionHeader,
      errors: ["not_found"],
    },
    async (ctx, { params }) => {
      const { detection, tag } = await getDetection(ctx, params.id);
      return Reply.data(detection, { headers: { ETag: tag } });
    },
  ),

  PATCH: route(
    {
      summary: "Update a shadow AI detection",
      description:
        "Moves a detection from OPEN to INVESTIGATING, from there to RESOLVED or DISMISSED, and from these back to INVESTIGATING. Any other transition is rejected (409) with the allowed ones in `details`. Without `status`, assignee and notes can be updated in any state. Members need the permission to triage; to resolve, `shadow_ai:resolve`; for APPROVED_EXCEPTION, `exceptions:approve`. Members without it can request an exception with `POST /v1/shadow-ai/{id}/exception-request`. APPROVED_EXCEPTION also approves a PENDING request; its requester gets 403. With `If-Match`, the update is rejected (412) if the detection was updated since it was read; new traffic is not an update. Each update is recorded on the audit chain and can be undone for 10 minutes with `POST /v1/shadow-ai/{id}/undo`.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.write",
      params: IdParams,
      body: UpdateDetection,
      response: UpdatedDetection,
      responseHeaders: versionHeader,
      errors: [
        "not_found",
        "invalid_transition",
        "conflict",
        "precondition_failed",
        "model_not_registered",
        "not_a_member",
      ],
    },
    async (ctx, { params, body, request }) => {
      const ifMatch = request.headers.get("if-match") ?? undefined;
      const { updated, tag } = await updateDetection(ctx, params.id, body, ifMatch);
      return Reply.data(updated, { headers: { ETag: tag } });
    },
  ),
});
