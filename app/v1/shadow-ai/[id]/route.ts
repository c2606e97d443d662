import { getDetection, updateDetection } from "@/lib/domains/shadow-ai";
import { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { UpdateDetection, UpdatedDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { Reply, resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const versionHeader = {
  ETag: "The version of what was decided about the detection, for `If-Match`. New traffic does not change it.",
};

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}", {
  GET: route(
    {
      summary: "Read a shadow AI detection",
      description:
        "With what its score was computed from, its traffic of the last 30 days, and whether the record is what the audit chain says of it. Its `ETag` can be sent as `If-Match` with a change.",
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
      summary: "Change a shadow AI detection",
      description:
        "Moves it from OPEN to INVESTIGATING, from there to RESOLVED or DISMISSED, and from these back to INVESTIGATING; any other move is 409, with those that are allowed in `details`. Without `status`, assignee and notes may change in any state. People need the permission to triage; to resolve, `shadow_ai:resolve`; for APPROVED_EXCEPTION, `exceptions:approve`: others request one with `POST /v1/shadow-ai/{id}/exception-request`. This also approves a PENDING request; the requester gets 403. With `If-Match` the change is refused (412) if the detection was updated since it was read; new traffic is not an update. Each change is an event on the audit chain, and can be undone for 10 minutes with `POST /v1/shadow-ai/{id}/undo`.",
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
