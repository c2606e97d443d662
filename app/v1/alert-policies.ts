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
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "audit:read", limit: "alert-policies.read" } as const;
const write = { scope: "admin", permission: "alerts:configure", limit: "alert-policies.write" } as const;

const version = { noun: "policy", of: versionOf };

export const alertPolicies = resources({
  "/v1/alert-policies": {
    GET: route({
      ...read,
      summary: "List alert policies",
      description:
        "Returns the organisation's policies, newest first. Policies created while you page through the list do not appear on later pages.",
      query: ListAlertPolicies,
      response: AlertPolicyList,
      handler: (ctx, { query }) => listPolicies(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Create an alert policy",
      description:
        "Creates a policy that applies to events appended after its creation. When an event matches, the service appends an ALERT event for the model, sends `alert.triggered` to subscribed webhook endpoints and an e-mail to the recipients, and then starts the cooldown. These ALERT events do not trigger policies. Returns 409 if the organisation already has 1,000 policies.",
      body: CreateAlertPolicy,
      response: AlertPolicy,
      version,
      status: 201,
      location: "/v1/alert-policies",
      idempotent: true,
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => createPolicy(ctx, body),
    }),
  },
  "/v1/alert-policies/preview": {
    POST: route({
      summary: "Preview an alert rule",
      description:
        "Returns how many alerts the rule would have raised for past events, and the first 100 events that would have raised one. Evaluates up to 20,000 events received within a range of up to 31 days. If the range contains more events, only the newest are evaluated and `isCut` is `true`. Earlier events do not count towards the rule's `count`. A preview stores nothing and sends no notifications.",
      scope: "audit:read",
      permission: "alerts:configure",
      limit: "alert-policies.write",
      body: PreviewAlertRule,
      response: AlertRulePreview,
      errors: ["model_not_registered", "unavailable"],
      handler: (ctx, { body }) => previewRule(ctx, body),
    }),
  },
  "/v1/alert-policies/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an alert policy",
      description:
        "Returns a policy. When you update the policy, send its `ETag` as `If-Match`. Changes to `figures` do not change the `ETag`.",
      response: AlertPolicy,
      version,
      handler: (ctx, { params }) => getPolicy(ctx, params.id),
    }),

    PATCH: recordRoute({
      ...write,
      summary: "Update an alert policy",
      description:
        "Updates the fields that you send. `rule` replaces the whole rule. Sending `rule` or `enabled: true` resets the event count and the cooldown. Until `mutedUntil`, matching events are counted but no notifications are sent. With `If-Match`, returns 412 if the policy has changed since you read it.",
      body: UpdateAlertPolicy,
      response: AlertPolicy,
      version,
      errors: ["precondition_failed", "model_not_registered"],
      handler: (ctx, { params, body, expectedVersion }) => updatePolicy(ctx, params.id, body, expectedVersion),
    }),

    DELETE: recordRoute({
      ...write,
      summary: "Delete an alert policy",
      description:
        "Permanently deletes the policy. Later requests return 404. Alerts that it raised stay on the audit chain.",
      handler: (ctx, { params }) => deletePolicy(ctx, params.id),
    }),
  },
});
