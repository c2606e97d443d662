import { createPolicy, listPolicies, versionOf } from "@/lib/domains/alert-policies";
import {
  AlertPolicy,
  AlertPolicyList,
  CreateAlertPolicy,
  ListAlertPolicies,
} from "@/lib/domains/alert-policies/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "policy", of: versionOf };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/alert-policies", {
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
});
