import { previewRule } from "@/lib/domains/alert-policies";
import { AlertRulePreview, PreviewAlertRule } from "@/lib/domains/alert-policies/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/alert-policies/preview", {
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
});
