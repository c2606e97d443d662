import { previewRule } from "@/lib/domains/alert-policies";
import { AlertRulePreview, PreviewAlertRule } from "@/lib/domains/alert-policies/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/alert-policies/preview", {
  POST: route(
    {
      summary: "Try a rule on past events",
      description:
        "Says how often a policy with this rule would have raised an alert, and on which events (the first 100). Reads events that were received within a range of at most 31 days, 20,000 of them at most: where there are more, the newest, and `isCut` is true. Nothing before the first of them is counted. Nothing is written, and nobody is told.",
      scope: "audit:read",
      permission: "alerts:configure",
      limit: "alert-policies.write",
      body: PreviewAlertRule,
      response: AlertRulePreview,
      errors: ["model_not_registered", "unavailable"],
    },
    (ctx, { body }) => previewRule(ctx, body),
  ),
});
