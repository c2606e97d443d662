import {
  findSimilarDetections,
  getDetection,
  getSettings,
  listAssignees,
  listDetections,
  readStats,
  requestException,
  undoOperation,
  undoStep,
  updateDetection,
  updateDetections,
  updateSettings,
} from "@/lib/domains/shadow-ai";
import {
  ListDetections,
  ShadowAiDetectionDetail,
  ShadowAiDetectionList,
  ShadowAiStats,
  SimilarDetections,
} from "@/lib/domains/shadow-ai/schemas";
import { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import {
  Assignees,
  ExceptionRequest,
  OperationParams,
  RequestException,
  UpdateDetection,
  UpdateDetections,
  UpdatedDetection,
  UpdatedDetections,
} from "@/lib/domains/shadow-ai/schemas-triage";
import { Reply, recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "shadow_ai:read", limit: "shadow-ai.read" } as const;
const triage = { scope: "shadow_ai:write", permission: "shadow_ai:triage", limit: "shadow-ai.write" } as const;

const version = { noun: "settings" };

const versionHeader = {
  ETag: "The version of the detection. Send it as `If-Match` when you update the detection. New traffic does not change the version.",
};

export const shadowAi = resources({
  "/v1/shadow-ai/detections": {
    GET: route({
      ...read,
      summary: "List shadow AI detections",
      description:
        "Returns the organisation's detections, newest first unless you set `sort`. Detections created while you page through the default order do not appear on later pages. In any order, each detection appears once unless its sort value changes between two pages. A cursor is valid only with the filters and order that it was returned for. `summary` counts detections by status, with all filters applied except the status filter.",
      query: ListDetections,
      response: ShadowAiDetectionList,
      handler: (ctx, { query }) => listDetections(ctx, query),
    }),
  },
  "/v1/shadow-ai/stats": {
    GET: route({
      ...read,
      summary: "Get shadow AI statistics",
      description: "Returns statistics for all detections. All values are from the same point in time.",
      response: ShadowAiStats,
      handler: (ctx) => readStats(ctx),
    }),
  },
  "/v1/shadow-ai/assignees": {
    GET: route({
      summary: "List assignees",
      description:
        "Returns the organisation's active members, sorted by name. `membersOnly` shows whether the organisation's settings reject other e-mail addresses (422 `not_a_member`).",
      scope: "shadow_ai:read",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.read",
      response: Assignees,
      handler: (ctx) => listAssignees(ctx),
    }),
  },
  "/v1/shadow-ai/bulk": {
    POST: route({
      ...triage,
      summary: "Update several shadow AI detections",
      description:
        "Applies one change to up to 500 detections: those in `ids`, or all that match `filter`. With `filter`, send the number of matches as `expectedCount`: if the number has changed, nothing is updated and the response is 409. Each detection is updated separately: `results` contains the error of each rejected detection, with the code that PATCH would return. To undo the whole operation, use its `operationId`.",
      body: UpdateDetections,
      response: UpdatedDetections,
      errors: ["conflict", "not_a_member"],
      handler: (ctx, { body }) => updateDetections(ctx, body),
    }),
  },
  "/v1/shadow-ai/bulk/{operationId}/undo": {
    POST: route({
      ...triage,
      summary: "Undo a bulk update of shadow AI detections",
      description:
        "Undoes the changes made by one `POST /v1/shadow-ai/bulk` request. Each detection is restored separately, under the same rules as for `POST /v1/shadow-ai/{id}/undo`. `results` shows which detections were restored. Returns 404 if there is nothing to undo.",
      params: OperationParams,
      response: UpdatedDetections,
      errors: ["not_found"],
      handler: (ctx, { params }) => undoOperation(ctx, params.operationId),
    }),
  },
  "/v1/shadow-ai/settings": {
    GET: route({
      ...read,
      summary: "Get the detection settings",
      description:
        "Returns the organisation's detection settings, or the defaults if the settings have not been changed.",
      response: SettingsDocument,
      version,
      handler: (ctx) => getSettings(ctx),
    }),

    PUT: route({
      summary: "Replace the detection settings",
      description:
        "Replaces all settings. Omitted fields are set to their defaults. Departments and their ranges apply to logs imported after the change. All other settings also apply to existing data. With `If-Match`, returns 412 if the settings have changed since you read them. Every change is recorded on the audit chain.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:configure",
      limit: "shadow-ai.write",
      body: SettingsDocument,
      response: SettingsDocument,
      version,
      errors: ["precondition_failed"],
      handler: (ctx, { body, expectedVersion }) => updateSettings(ctx, body, expectedVersion),
    }),
  },
});

export const shadowAiDetection = resources({
  "/v1/shadow-ai/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a shadow AI detection",
      description:
        "Returns a detection with the inputs of its score, its traffic over the last 30 days, and whether its record matches the audit chain. When you update the detection, send its `ETag` as `If-Match`.",
      response: ShadowAiDetectionDetail,
      responseHeaders: versionHeader,
      handler: async (ctx, { params }) => {
        const { detection, tag } = await getDetection(ctx, params.id);
        return Reply.data(detection, { headers: { ETag: tag } });
      },
    }),

    PATCH: recordRoute({
      ...triage,
      summary: "Update a shadow AI detection",
      description:
        "Updates the status, assignee, notes and snooze of a detection. The status can change from OPEN to INVESTIGATING, from INVESTIGATING to RESOLVED or DISMISSED, and from RESOLVED or DISMISSED back to INVESTIGATING. Any other transition returns 409, with the allowed transitions in `details`. Without `status`, you can update the assignee and the notes in any status, and snooze an OPEN or INVESTIGATING detection. Members also need `shadow_ai:resolve` to resolve a detection, and `exceptions:approve` to approve an exception. Members without `exceptions:approve` can request an exception with `POST /v1/shadow-ai/{id}/exception-request`. Resolving a detection as APPROVED_EXCEPTION also approves its PENDING exception request. Requesters cannot approve their own requests (403). With `If-Match`, returns 412 if the detection was updated since you read it. New traffic does not count as an update. Each update is recorded on the audit chain and can be undone for 10 minutes with `POST /v1/shadow-ai/{id}/undo`.",
      body: UpdateDetection,
      response: UpdatedDetection,
      responseHeaders: versionHeader,
      errors: ["invalid_transition", "conflict", "precondition_failed", "model_not_registered", "not_a_member"],
      handler: async (ctx, { params, body, request }) => {
        const ifMatch = request.headers.get("if-match") ?? undefined;
        const { updated, tag } = await updateDetection(ctx, params.id, body, ifMatch);
        return Reply.data(updated, { headers: { ETag: tag } });
      },
    }),
  },
  "/v1/shadow-ai/{id}/similar": {
    GET: recordRoute({
      ...read,
      summary: "List similar shadow AI detections",
      description:
        "Returns up to ten detections with any status: detections of the same use first, then those with the same host, the same provider and the same department. Each group is sorted newest first.",
      response: SimilarDetections,
      handler: (ctx, { params }) => findSimilarDetections(ctx, params.id),
    }),
  },
  "/v1/shadow-ai/{id}/undo": {
    POST: recordRoute({
      ...triage,
      summary: "Undo the last update of a shadow AI detection",
      description:
        "Restores the status, assignee, notes, resolution, snooze and due date to their values before the last update, and records the undo on the audit chain. An update can be undone for 10 minutes. Returns 409 if the detection has changed since the update. An update that approved an exception request or ended an exception cannot be undone. Requires the same permissions as the update.",
      response: UpdatedDetection,
      responseHeaders: {
        ETag: "The version of the detection after the undo. Send it as `If-Match` when you update the detection.",
      },
      errors: ["conflict"],
      handler: async (ctx, { params }) => {
        const { updated, tag } = await undoStep(ctx, params.id);
        return Reply.data(updated, { headers: { ETag: tag } });
      },
    }),
  },
  "/v1/shadow-ai/{id}/exception-request": {
    POST: recordRoute({
      summary: "Request an exception",
      description:
        "Requests permission to continue the detected use until a given date. The detection must be OPEN or INVESTIGATING. The organisation's owner is notified by e-mail, and another member must approve or reject the request. Returns 409 if the detection already has a PENDING request.",
      scope: "session",
      permission: "exceptions:request",
      limit: "shadow-ai.write",
      body: RequestException,
      response: ExceptionRequest,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => requestException(ctx, params.id, body),
    }),
  },
});
