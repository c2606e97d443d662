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
        "The organisation's policies, newest first. Policies made while you page through show on no later page.",
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
        "It looks at events that are appended from now on. When its rule holds it appends an ALERT event to the model's chain, sends `alert.triggered` to webhook endpoints that listen to it, and a mail to its recipients; then it is silent for its cooldown. Alerts of policies never set policies off. An organisation may have 1,000 policies (409). `Location` says where it is.",
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
      const headers = { Location: `/v1/alert-policies/${created.id}` };
      return Reply.data(created, { headers });
    },
  ),
});
