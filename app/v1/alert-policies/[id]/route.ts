import { deletePolicy, getPolicy, updatePolicy, versionOf } from "@/lib/domains/alert-policies";
import { AlertPolicy, UpdateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

const version = { noun: "policy", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/alert-policies/{id}", {
  GET: route(
    {
      summary: "Read an alert policy",
      description: "Its `ETag` can be sent as `If-Match` with a change. Its figures are not part of that version.",
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
      summary: "Change an alert policy",
      description:
        "Sets the fields that are given. A rule is replaced as a whole; another one, and `enabled: true`, begin afresh from now on, with nothing of before counted. `mutedUntil` counts what happens until then and tells nobody, `null` unmutes. With `If-Match` the change is refused (412) when the policy has changed since it was read.",
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
        "Ends it for good: from then on it is not found (404), by a second deletion neither. The alerts that it raised stay on the chain.",
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
