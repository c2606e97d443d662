import { deletePolicy, getPolicy, updatePolicy, versionOf } from "@/lib/domains/alert-policies";
import { AlertPolicy, UpdateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "policy", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/alert-policies/{id}", {
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
});
