import {
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  previewRule,
  updatePolicy,
  versionOf,
} from "@/lib/domains/alert-policies";
import {
  AlertPolicy,
  AlertPolicyList,
  AlertRulePreview,
  CreateAlertPolicy,
  ListAlertPolicies,
  PreviewAlertRule,
  UpdateAlertPolicy,
} from "@/lib/domains/alert-policies/schemas";
import { Reply, resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

const version = { noun: "policy", of: versionOf };

export const alertPolicies = resources({
  "/v1/alert-policies": {
    GET: route(
      {
        summary: "List alert policies",
        description:
          "Lists the organisation's policies, newest first. Policies created while you page through the list are not included.",
        scope: "audit:read",
        limit: "alert-policies.read",
        query: ListAlertPolicies,
        response: AlertPolicyList,
        errors: ["invalid_cursor"],
      },
      (ctx, { query }) => listPolicies(ctx, query),
    ),

    POST: route(
      {
        summary: "Create an alert policy",
        description:
          "The policy evaluates events that are appended from now on. When an event matches, the service appends an `ALERT` event to the model's chain, sends `alert.triggered` to subscribed webhook endpoints and an e-mail to the recipients, and then starts the cooldown. Alerts raised by policies don't trigger policies. An organisation can have up to 1,000 policies (409).",
        scope: "admin",
        permission: "alerts:configure",
        limit: "alert-policies.write",
        body: CreateAlertPolicy,
        response: AlertPolicy,
        version,
        responseHeaders: { Location: "The policy's path." },
        status: 201,
        idempotent: true,
        errors: ["conflict", "model_not_registered"],
      },
      async (ctx, { body }) => {
        const created = await createPolicy(ctx, body);
        return Reply.data(created, { headers: { Location: `/v1/alert-policies/${created.id}` } });
      },
    ),
  },
  "/v1/alert-policies/preview": {
    POST: route(
      {
        summary: "Preview an alert rule",
        description:
          "Returns how many alerts the rule would have raised on past events, and the first 100 of those events. Evaluates up to 20,000 events received within a range of up to 31 days. If there are more, only the newest are evaluated and `isCut` is true. Events before the first evaluated event are not counted. A preview stores nothing and sends no notifications.",
        scope: "audit:read",
        permission: "alerts:configure",
        limit: "alert-policies.write",
        body: PreviewAlertRule,
        response: AlertRulePreview,
        errors: ["model_not_registered", "unavailable"],
      },
      (ctx, { body }) => previewRule(ctx, body),
    ),
  },
  "/v1/alert-policies/{id}": {
    GET: route(
      {
        summary: "Get an alert policy",
        description: "Send the `ETag` as `If-Match` with a change. `figures` are not part of the version.",
        scope: "audit:read",
        limit: "alert-policies.read",
        params: IdParams,
        response: AlertPolicy,
        version,
        errors: ["not_found"],
      },
      (ctx, { params }) => getPolicy(ctx, params.id),
    ),

    PATCH: route(
      {
        summary: "Update an alert policy",
        description:
          "Sets the given fields. `rule` replaces the whole rule. A new rule and `enabled: true` reset the event count and the cooldown. Until `mutedUntil`, matching events are counted but no notifications are sent; `null` unmutes. With `If-Match`, returns 412 if the policy has changed since it was read.",
        scope: "admin",
        permission: "alerts:configure",
        limit: "alert-policies.write",
        params: IdParams,
        body: UpdateAlertPolicy,
        response: AlertPolicy,
        version,
        errors: ["not_found", "precondition_failed", "model_not_registered"],
      },
      (ctx, { params, body, expectedVersion }) => updatePolicy(ctx, params.id, body, expectedVersion),
    ),

    DELETE: route(
      {
        summary: "Delete an alert policy",
        description:
          "Permanently deletes the policy. Later requests return 404. Alerts that it raised stay in the audit chain.",
        scope: "admin",
        permission: "alerts:configure",
        limit: "alert-policies.write",
        params: IdParams,
        response: "empty",
        status: 204,
        errors: ["not_found"],
      },
      (ctx, { params }) => deletePolicy(ctx, params.id),
    ),
  },
});
