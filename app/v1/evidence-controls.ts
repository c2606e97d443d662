import {
  assignControl,
  closeAssignment,
  getAssignment,
  listAssignments,
  listControls,
  updateAssignment,
  versionOfAssignment,
} from "@/lib/domains/evidence";
import {
  AssignControl,
  CloseAssignment,
  ControlAssignment,
  ControlAssignmentList,
  ListAssignments,
  UpdateAssignment,
} from "@/lib/domains/evidence/schemas-assignments";
import { ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "evidence:read", limit: "evidence.read" } as const;
const write = { scope: "evidence:write", limit: "control-assignments.write" } as const;

const version = { noun: "control assignment", of: versionOfAssignment };

export const evidenceControls = resources({
  "/v1/evidence-controls": {
    GET: route({
      scope: "evidence:read",
      limit: "evidence.write",
      summary: "List evidence controls",
      description:
        "Evaluates the framework's requirements for the model and the period, and returns them with their statuses, events, documents and latest assignments. The statuses are those of a package for the same model, framework and period that contains all sections. Does not generate a package. If you may change assignments, closes the open assignment of a control that is EVIDENCED in the period of the assignment or a later one. Evaluates up to 100,000 events. For more events, choose a shorter period or generate a package.",
      query: PreviewPackage,
      response: ControlTable,
      errors: ["model_not_registered"],
      handler: (ctx, { query }) => listControls(ctx, query),
    }),
  },
  "/v1/control-assignments": {
    GET: route({
      ...read,
      summary: "List control assignments",
      description:
        "Returns the organisation's assignments, newest first. Assignments created while you page through the list do not appear on later pages.",
      query: ListAssignments,
      response: ControlAssignmentList,
      handler: (ctx, { query }) => listAssignments(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Assign a control",
      description:
        "Assigns a control of a model to a member, who is responsible for closing the gap. The assignment is recorded on the chain. It is closed when a control table or a package shows the control as EVIDENCED in the same period or a later one, or when someone closes it with a reason. Returns 409 if the control already has an open assignment, and 422 if the assignee is not an active member.",
      body: AssignControl,
      response: ControlAssignment,
      version,
      status: 201,
      location: "/v1/control-assignments",
      idempotent: true,
      errors: ["conflict", "model_not_registered", "not_a_member"],
      handler: (ctx, { body }) => assignControl(ctx, body),
    }),
  },
  "/v1/control-assignments/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a control assignment",
      description:
        "Returns an assignment, open or closed. When you change or close the assignment, send its `ETag` as `If-Match`. Assignments are never deleted.",
      response: ControlAssignment,
      version,
      handler: (ctx, { params }) => getAssignment(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update a control assignment",
      description:
        "Updates the fields that you send, and records the change on the chain. `null` clears a field. With `If-Match`, returns 412 if the assignment has changed since you read it. Returns 409 if the assignment is closed.",
      body: UpdateAssignment,
      response: ControlAssignment,
      version,
      errors: ["conflict", "not_a_member", "precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => updateAssignment(ctx, params.id, body, expectedVersion),
    }),
  },
  "/v1/control-assignments/{id}/close": {
    POST: recordRoute({
      ...write,
      summary: "Close a control assignment",
      description:
        "Closes the assignment permanently, with a reason, and records it on the chain. The status of the control does not change. With `If-Match`, returns 412 if the assignment has changed since you read it. Returns 409 if the assignment is already closed.",
      body: CloseAssignment,
      response: ControlAssignment,
      version,
      errors: ["conflict", "precondition_failed"],
      handler: (ctx, { params, body, expectedVersion }) => closeAssignment(ctx, params.id, body, expectedVersion),
    }),
  },
});
